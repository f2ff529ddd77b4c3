// SPDX-License-Identifier: GPL-2.0
#include "ring/ring.hh"

#include "base/cpus_held.hh"

namespace spile {

namespace {

Result<void> check(Geometry wanted)
{
    if (wanted.order > Ring::max_order || !wanted.count ||
        u64{wanted.count} * (u64{4096} << wanted.order) > Ring::max_bytes)
        return Errno::invalid;
    return Ok{};
}

} // namespace

Result<Box<Ring>> Ring::create(Geometry geometry, void *wake_cookie)
{
    TRY(check(geometry));
    geometry.count = max(geometry.count, u32{min_count});
    Box<Ring> ring = TRY(make_box<Ring>(wake_cookie));
    TRY(ring->allocate(geometry));
    return ring;
}

Result<void> Ring::allocate(Geometry geometry)
{
    unsigned limit = spile_cpu_limit();
    TRY(buffers_.reserve(limit));
    TRY(wanted_.reserve(limit));
    for (unsigned cpu = 0; cpu < limit; ++cpu) {
        buffers_.push_reserved(Box<CpuBuffer>());
        wanted_.push_reserved(geometry);
    }
    for (unsigned cpu = spile_cpu_next(0); cpu < limit; cpu = spile_cpu_next(cpu + 1)) {
        buffers_[cpu] = TRY(make_box<CpuBuffer>(cpu, cookie_));
    }
    int error = 0;
    watch_ = spile_cpu_watch_create(
        [](void *ring, unsigned cpu) {
            return -static_cast<int>(static_cast<Ring *>(ring)->bring_up(cpu).error());
        },
        this, &error);
    return from_c(error);
}

Ring::~Ring() { spile_cpu_watch_destroy(watch_); }

Result<void> Ring::bring_up(unsigned cpu)
{
    Locked locked(reader_mutex_);
    CpuBuffer &to = buffer(cpu);
    if (to.has_memory())
        return Ok{};
    to.apply(TRY(to.plan(wanted_[cpu])));
    return Ok{};
}

// All plans before any change: either every CPU has the new geometry, or none.
Result<void> Ring::change(unsigned only, Geometry wanted, bool keep_events)
{
    TRY(check(wanted));
    wanted.count = max(wanted.count, u32{min_count});
    CpusHeld held;
    Locked locked(reader_mutex_);
    bool mapped = false;
    for_each_cpu(only, [&](unsigned cpu) { mapped = mapped || buffer(cpu).is_mapped(); });
    if (mapped)
        return Errno::busy;
    Vec<CpuBuffer::Plan> plans;
    TRY(plans.reserve(spile_cpu_limit()));
    bool any = only == all_cpus;
    unsigned limit = any ? spile_cpu_limit() : only + 1;
    for (unsigned cpu = spile_cpu_next(any ? 0 : only); cpu < limit; cpu = spile_cpu_next(cpu + 1)) {
        CpuBuffer::Plan plan;
        if (buffer(cpu).has_memory())
            plan = TRY(buffer(cpu).plan(wanted));
        plans.push_reserved(spile::move(plan));
    }
    usize next = 0;
    for_each_cpu(only, [&](unsigned cpu) {
        CpuBuffer &to = buffer(cpu);
        CpuBuffer::Plan &plan = plans[next++];
        wanted_[cpu] = wanted;
        if (to.has_memory())
            to.apply(spile::move(plan));
        if (!keep_events)
            to.reset();
    });
    return Ok{};
}

Result<void> Ring::resize(unsigned cpu, u32 count)
{
    u32 order = wanted_[cpu == all_cpus ? spile_cpu_next(0) : cpu].order;
    return change(cpu, {count, order}, true);
}

Result<void> Ring::set_order(u32 order, u32 count) { return change(all_cpus, {count, order}, false); }

void Ring::set_when_full(WhenFull mode)
{
    when_full_ = mode;
    for_each_cpu(all_cpus,
                 [&](unsigned cpu) { store_relaxed(lane(cpu).keep_old, mode == WhenFull::drop); });
}

RingStats Ring::stats(unsigned cpu)
{
    Locked locked(reader_mutex_);
    RingStats sum;
    for_each_cpu(cpu, [&](unsigned each) {
        sum.add(buffer(each).consumer().stats(lane(each)));
    });
    return sum;
}

bool Ring::empty(unsigned cpu)
{
    Locked locked(reader_mutex_);
    bool empty = true;
    for_each_cpu(cpu, [&](unsigned each) {
        empty = empty && buffer(each).consumer().empty(lane(each));
    });
    return empty;
}

void Ring::reset(unsigned cpu)
{
    CpusHeld held;
    Locked locked(reader_mutex_);
    for_each_cpu(cpu, [&](unsigned each) { buffer(each).reset(); });
}

bool Ring::arm_wake(unsigned cpu)
{
    // A full barrier: the flag is out before anything is looked at.
    for_each_cpu(cpu, [&](unsigned each) {
        lane(each).arm(SPILE_WAKE_RING);
    });
    return empty(cpu);
}

} // namespace spile
