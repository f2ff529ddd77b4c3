// SPDX-License-Identifier: GPL-2.0
#include "command.hh"

#include "glue/defer.h"
#include "glue/stack.h"
#include "tracer/record.hh"

namespace spile {

namespace {

struct Row {
    Text name;
    CommandKind kind;
};

constexpr Row rows[] = {
    {"traceon", CommandKind::traceon},       {"traceoff", CommandKind::traceoff},
    {"stacktrace", CommandKind::stacktrace}, {"dump", CommandKind::dump},
    {"cpudump", CommandKind::cpudump},
};

constexpr u32 most_frames = 64;

template <Direction direction> void record_stack(TraceTarget &trace, const Hit &hit)
{
    unsigned long frames[most_frames];
    u32 depth = spile_stack_save(frames, most_frames);
    RecordIn<spile_record_stack, direction> record(trace, hit.cpu_offset, SPILE_RECORD_STACK,
                                                   depth * sizeof(u64));
    if (!record)
        return;
    record->depth = static_cast<i32>(depth);
    record->spare = 0;
    for (u32 i = 0; i < depth; ++i)
        record->ips[i] = frames[i];
}

} // namespace

Result<CommandKind> command_kind(Text name)
{
    for (const Row &row : rows)
        if (row.name == name)
            return CommandKind(row.kind);
    return Errno::invalid;
}

Text command_name(CommandKind kind)
{
    for (const Row &row : rows)
        if (row.kind == kind)
            return row.name;
    return {};
}

Result<Box<FunctionCommand>> FunctionCommand::create(Registry &registry, CommandTarget &target,
                                                     CommandKind kind, bool counted, i64 count,
                                                     SiteList sites)
{
    Box<FunctionCommand> made = TRY(make_box<FunctionCommand>(registry, target, kind, counted));
    if (counted) {
        made->counted_sites_ = TRY(sites.copy());
        TRY(made->left_.reserve(sites.size()));
        for (usize i = 0; i < sites.size(); ++i)
            made->left_.push_reserved(count);
    }
    made->active_ = spile::move(sites);
    made->set_ = TRY(made->hold(made->active_));
    made->op_.kind = OpKind::command;
    made->op_.target = made.get();
    TRY(registry.attach(made->op_, *made->set_));
    return made;
}

FunctionCommand::~FunctionCommand()
{
    registry_.detach(op_);
    if (set_)
        registry_.release(*set_);
}

Result<FilterSet *> FunctionCommand::hold(const SiteList &sites)
{
    SiteChoice choice;
    choice.sites = TRY(sites.copy());
    return registry_.hold(spile::move(choice));
}

Result<void> FunctionCommand::shrink(const SiteList &gone)
{
    SiteList rest = TRY(active_.minus(gone));
    FilterSet *set = TRY(hold(rest));
    Result<void> moved = registry_.move(op_, *set);
    registry_.release(moved ? *set_ : *set);
    if (!moved)
        return moved;
    set_ = set;
    active_ = spile::move(rest);
    return Ok{};
}

i64 FunctionCommand::left_for(SiteId site) const
{
    usize at = counted_sites_.index_of(site);
    return at < left_.size() ? load_relaxed(left_[at]) : 0;
}

// One of the runs that are left for this function; false when none is.
bool FunctionCommand::take(const Hit &hit)
{
    if (!counted_)
        return true;
    usize at = counted_sites_.index_of(site_of(hit.ip));
    if (at >= left_.size())
        return false;
    i64 left = load_relaxed(left_[at]);
    while (left > 0)
        if (compare_exchange(left_[at], left, left - 1))
            return true;
    return false;
}

FunctionCommand::Action FunctionCommand::action_of(CommandKind kind, Direction direction)
{
    switch (kind) {
    case CommandKind::traceon:
        return Action::traceon;
    case CommandKind::traceoff:
        return Action::traceoff;
    case CommandKind::stacktrace:
        return direction == Direction::forward ? Action::stacktrace : Action::stacktrace_backward;
    case CommandKind::dump:
        return Action::dump;
    case CommandKind::cpudump:
        break;
    }
    return Action::cpudump;
}

// As in the kernel, a count is spent only by a run that changes something.
void FunctionCommand::run(const Hit &hit)
{
    TraceTarget &trace = *target_.trace;
    switch (action_) {
    case Action::traceon:
        if (!trace.is_on() && take(hit))
            trace.set_on(true);
        break;
    case Action::traceoff:
        if (trace.is_on() && take(hit))
            trace.set_on(false);
        break;
    case Action::stacktrace:
        if (trace.admits_any_task(hit.cpu_offset) && take(hit))
            record_stack<Direction::forward>(trace, hit);
        break;
    case Action::stacktrace_backward:
        if (trace.admits_any_task(hit.cpu_offset) && take(hit))
            record_stack<Direction::backward>(trace, hit);
        break;
    case Action::dump:
        // The log is written later, by a task; what is to be seen there must not be
        // overwritten until then.
        if (take(hit)) {
            trace.set_on(false);
            spile_deferred_trigger(target_.dump);
        }
        break;
    case Action::cpudump:
        if (take(hit)) {
            trace.set_on(false);
            u32 cpu = 0;
            while (spile_cpu_offset(cpu) != hit.cpu_offset)
                ++cpu;
            u32 nobody = 0;
            (void)compare_exchange(target_.dump_cpu_plus_1, nobody, cpu + 1);
            spile_deferred_trigger(target_.cpudump);
        }
        break;
    }
}

void FunctionCommand::hit(const Op &op, const Hit &hit)
{
    static_cast<FunctionCommand *>(op.target)->run(hit);
}

} // namespace spile
