// SPDX-License-Identifier: GPL-2.0
#include "tracer/pid_filter.hh"

#include "glue/sched.h"

namespace spile {

Result<Box<PidSet>> PidSet::create()
{
    Box<PidSet> set = TRY(make_box<PidSet>());
    set->limit_ = spile_pid_limit();
    set->words_ = static_cast<u64 *>(spile_alloc((set->limit_ + 63) / 64 * sizeof(u64)));
    if (!set->words_)
        return Errno::no_memory;
    return set;
}

Result<Box<PidSet>> PidSet::copy() const
{
    Box<PidSet> made = TRY(create());
    for (u32 i = 0; i < (limit_ + 63) / 64; ++i)
        made->words_[i] = load_relaxed(words_[i]);
    return made;
}

void PidSet::add(u32 pid)
{
    if (pid < limit_)
        __atomic_fetch_or(&words_[pid / 64], u64{1} << pid % 64, __ATOMIC_RELAXED);
}

void PidSet::remove(u32 pid)
{
    if (pid < limit_)
        __atomic_fetch_and(&words_[pid / 64], ~(u64{1} << pid % 64), __ATOMIC_RELAXED);
}

u32 PidSet::next(u32 from) const
{
    while (from < limit_) {
        u64 rest = load_relaxed(words_[from / 64]) >> from % 64;
        if (rest)
            return min(from + static_cast<u32>(__builtin_ctzll(rest)), limit_);
        from = (from / 64 + 1) * 64;
    }
    return limit_;
}

PidFilter::~PidFilter()
{
    for (PidSet *list : lists_)
        Box<PidSet> owned(list);
    if (hooked_)
        spile_sched_hooks_put();
}

bool PidFilter::ignores(u32 pid) const
{
    const PidSet *only = get(PidList::only);
    const PidSet *never = get(PidList::never);
    return (only && !only->contains(pid)) || (never && never->contains(pid));
}

Result<void> PidFilter::hook(bool wanted)
{
    if (wanted == hooked_)
        return Ok{};
    if (wanted)
        TRY(from_c(spile_sched_hooks_get()));
    else
        spile_sched_hooks_put();
    hooked_ = wanted;
    return Ok{};
}

Result<void> PidFilter::set(PidList which, Box<PidSet> pids)
{
    if (pids && pids->empty())
        pids.reset();
    bool wanted = pids || lists_[1 - index(which)];
    if (wanted)
        TRY(hook(true));
    PidSet *old = lists_[index(which)];
    store_release(lists_[index(which)], pids.release());
    // What runs now has had its switch already.
    spile_each_running_task(
        [](void *context, unsigned cpu, spile_u32 pid) {
            static_cast<PidFilter *>(context)->on_switch(pid, cpu);
        },
        this);
    // A CPU that is offline is not asked above, and switches no task until it is back.
    if (!wanted)
        for (unsigned cpu = spile_cpu_next(0); cpu < spile_cpu_limit();
             cpu = spile_cpu_next(cpu + 1))
            target_.set_block(cpu, Block::pid, false);
    if (old) {
        reaper_.retire(old->garbage, old,
                       [](void *object) { Box<PidSet> owned(static_cast<PidSet *>(object)); });
        reaper_.flush();
    }
    if (!wanted)
        TRY(hook(false));
    return Ok{};
}

void PidFilter::on_switch(u32 next_pid, unsigned cpu)
{
    bool ignored = ignores(next_pid);
    if (ignored != target_.is_blocked(cpu, Block::pid))
        target_.set_block(cpu, Block::pid, ignored);
}

void PidFilter::on_fork(u32 parent, u32 child)
{
    if (!follows_fork())
        return;
    for (PidSet *&slot : lists_)
        if (PidSet *list = load_acquire(slot); list && list->contains(parent))
            list->add(child);
}

void PidFilter::on_exit(u32 pid)
{
    if (!follows_fork())
        return;
    for (PidSet *&slot : lists_)
        if (PidSet *list = load_acquire(slot))
            list->remove(pid);
}

} // namespace spile
