// SPDX-License-Identifier: GPL-2.0
#include "tracer/function.hh"

#include "tracer/stack.hh"

namespace spile {

FunctionTracer::FunctionTracer(Registry &registry, TraceTarget &target) : registry_(registry)
{
    kind = OpKind::function;
    this->target = &target;
}

Result<void> FunctionTracer::start(FilterSet &set)
{
    if (!running()) {
        if (repeats_)
            repeats_->forget();
        choose_kind();
    }
    return registry_.attach(*this, set);
}

Result<void> FunctionTracer::retarget(FilterSet &set)
{
    return running() ? registry_.move(*this, set) : Result<void>(Ok{});
}

// Hits that run meanwhile do what they found.
Result<void> FunctionTracer::set_more(FunctionMore more)
{
    if (more.no_repeats && !repeats_)
        repeats_ = TRY(Repeats::create());
    store_relaxed(stack_, more.stack);
    store_release(no_repeats_, more.no_repeats);
    choose_kind();
    return Ok{};
}

// The direction stays what it is as long as the tracer runs.
void FunctionTracer::choose_kind()
{
    const auto &to = *static_cast<const TraceTarget *>(target);
    OpKind plain =
        to.direction() == Direction::forward ? OpKind::function : OpKind::function_backward;
    store_release(kind, stack_ || no_repeats_ ? OpKind::function_more : plain);
}

void FunctionTracer::hit_more(const Op &op, const Hit &hit)
{
    const auto &tracer = static_cast<const FunctionTracer &>(op);
    TraceTarget &target = *static_cast<TraceTarget *>(op.target);
    if (!target.admits(hit.cpu_offset))
        return;
    if (load_acquire(tracer.no_repeats_) && tracer.repeats_->take(target, hit))
        return;
    record_either_way<spile_record_function>(target, hit.cpu_offset, SPILE_RECORD_FUNCTION, 0,
                                             [&](spile_record_function &record) {
                                                 record.ip = hit.ip;
                                                 record.parent_ip = hit.parent_ip;
                                             });
    if (load_relaxed(tracer.stack_))
        record_stack(target, hit.cpu_offset);
}

} // namespace spile
