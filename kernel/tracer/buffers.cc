// SPDX-License-Identifier: GPL-2.0
#include "tracer/buffers.hh"

#include "glue/grace.h"

namespace spile {

namespace {

constexpr u32 most_count = ~0u >> 1;

// What a ring says is too much, a user is told is not there.
Errno why_not(Errno error) { return error == Errno::invalid ? Errno::no_memory : error; }

} // namespace

RingUse::~RingUse()
{
    if (!ring_)
        return;
    Locked locked(of_->mutex_);
    --of_->users_[of_->rings_[1].get() == ring_];
}

LiveRing::LiveRing(TraceBuffers &of) : of_(&of)
{
    fetch_add(of.live_holders_, 1u);
    if (of.has_snapshot())
        spile_wait_for_hits(); // an exchange may be under way
    ring_ = of.use();
}

LiveRing::~LiveRing()
{
    if (of_)
        fetch_add(of_->live_holders_, ~0u);
}

Result<Box<TraceBuffers>> TraceBuffers::create(u64 kb_per_cpu, void *wake_cookie)
{
    Box<TraceBuffers> made = TRY(make_box<TraceBuffers>(wake_cookie));
    TRY(made->begin(kb_per_cpu));
    return made;
}

Result<void> TraceBuffers::begin(u64 kb)
{
    TRY(sizes_kb_.reserve(spile_cpu_limit()));
    for (unsigned cpu = 0; cpu < spile_cpu_limit(); ++cpu)
        sizes_kb_.push_reserved(kb);
    rings_[0] = TRY(Ring::create({count_for(kb, 0), 0}, cookie_));
    return Ok{};
}

RingUse TraceBuffers::use(Which which)
{
    Locked locked(mutex_);
    u32 index = load_acquire(live_) ^ (which == Which::snapshot);
    if (!rings_[index])
        return {};
    ++users_[index];
    return {*this, rings_[index].get()};
}

u32 TraceBuffers::count_for(u64 kb, u32 order) const
{
    u64 room = Geometry{1, order}.room_bytes();
    if (kb > u64{most_count} * 4)
        return most_count; // the ring says that it is too much
    return static_cast<u32>((kb * 1024 + room - 1) / room);
}

bool TraceBuffers::sizes_are_equal() const
{
    unsigned first = spile_cpu_next(0);
    for (unsigned cpu = first; cpu < spile_cpu_limit(); cpu = spile_cpu_next(cpu + 1))
        if (size_kb(cpu) != size_kb(first))
            return false;
    return true;
}

Result<void> TraceBuffers::set_size_kb(unsigned cpu, u64 kb)
{
    if (!kb)
        return Errno::invalid;
    Locked locked(mutex_);
    u32 count = count_for(kb, order_);
    if (Ring *other = snapshot())
        if (Result<void> resized = other->resize(cpu, count); !resized)
            return why_not(resized.error());
    if (Result<void> resized = live().resize(cpu, count); !resized) {
        // What shrank may stay so: a snapshot that is smaller does no harm.
        if (Ring *other = snapshot())
            for_each_cpu(cpu, [&](unsigned each) {
                (void)other->resize(each, count_for(size_kb(each), order_));
            });
        return why_not(resized.error());
    }
    for_each_cpu(cpu, [&](unsigned each) { store_relaxed(sizes_kb_[each], kb); });
    return Ok{};
}

Result<void> TraceBuffers::set_sub_buffer_kb(u64 kb)
{
    u32 order = 0;
    while (order <= Ring::max_order && u64{4} << order < kb)
        ++order;
    if (!kb || order > Ring::max_order)
        return Errno::invalid;
    Locked locked(mutex_);
    // All CPUs get the size of the first: they begin anew anyway.
    u64 size = size_kb(spile_cpu_next(0));
    u32 count = count_for(size, order);
    if (Ring *other = snapshot())
        TRY(other->set_order(order, count));
    if (Result<void> changed = live().set_order(order, count); !changed) {
        if (Ring *other = snapshot())
            (void)other->set_order(order_, count_for(size, order_));
        return changed;
    }
    for_each_cpu(all_cpus, [&](unsigned each) { store_relaxed(sizes_kb_[each], size); });
    store_relaxed(order_, order);
    return Ok{};
}

void TraceBuffers::set_when_full(WhenFull mode)
{
    Locked locked(mutex_);
    when_full_ = mode;
    for (Box<Ring> &ring : rings_)
        if (ring)
            ring->set_when_full(mode);
}

Result<void> TraceBuffers::allocate_snapshot()
{
    Locked locked(mutex_);
    if (has_snapshot())
        return Ok{};
    unsigned first = spile_cpu_next(0);
    Box<Ring> made = TRY(Ring::create({count_for(size_kb(first), order_), order_}, cookie_));
    for (unsigned cpu = first; cpu < spile_cpu_limit(); cpu = spile_cpu_next(cpu + 1))
        if (size_kb(cpu) != size_kb(first))
            TRY(made->resize(cpu, count_for(size_kb(cpu), order_)));
    made->set_when_full(when_full_);
    rings_[!live_] = spile::move(made);
    store_release(has_snapshot_, 1u);
    return Ok{};
}

Result<void> TraceBuffers::free_snapshot()
{
    Locked locked(mutex_);
    if (!has_snapshot())
        return Ok{};
    store_release(has_snapshot_, 0u);
    spile_wait_for_hits(); // one may be exchanging, and writers be in what it exchanged
    u32 index = !live_;
    if (users_[index]) {
        store_release(has_snapshot_, 1u);
        return Errno::busy;
    }
    rings_[index].reset();
    return Ok{};
}

} // namespace spile
