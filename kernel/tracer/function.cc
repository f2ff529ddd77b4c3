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
    if (repeats_ && !running())
        repeats_->forget();
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
    store_release(kind, more.stack || more.no_repeats ? OpKind::function_more : OpKind::function);
    return Ok{};
}

void FunctionTracer::hit_more(const Op &op, const Hit &hit)
{
    const auto &tracer = static_cast<const FunctionTracer &>(op);
    TraceTarget &target = *static_cast<TraceTarget *>(op.target);
    if (!target.admits(hit.cpu_offset))
        return;
    if (load_acquire(tracer.no_repeats_) && tracer.repeats_->take(target, hit))
        return;
    record(target, hit);
    if (load_relaxed(tracer.stack_))
        record_stack(target, hit.cpu_offset);
}

} // namespace spile
