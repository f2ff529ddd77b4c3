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

BackwardUse::~BackwardUse()
{
    if (!of_)
        return;
    Locked locked(of_->mutex_);
    --of_->backward_users_;
}

BackwardRing &BackwardUse::operator*() const { return *of_->backward_; }

Result<Box<TraceBuffers>> TraceBuffers::create(u64 kb_per_cpu, void *wake_cookie,
                                               LanePublisher publisher)
{
    Box<TraceBuffers> made = TRY(make_box<TraceBuffers>(wake_cookie, publisher));
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
    TRY(direction() == Direction::forward ? resize_forward(cpu, kb) : resize_backward(cpu, kb));
    for_each_cpu(cpu, [&](unsigned each) { store_relaxed(sizes_kb_[each], kb); });
    return Ok{};
}

Result<void> TraceBuffers::resize_forward(unsigned cpu, u64 kb)
{
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
    return Ok{};
}

// The old ring goes when those that are on their way into it are done.
Result<void> TraceBuffers::resize_backward(unsigned cpu, u64 kb)
{
    if (backward_users_)
        return Errno::busy;
    Box<BackwardRing> made = TRY(make_backward(cpu, kb));
    backward_->publish_to({});
    made->publish_to(publisher_);
    spile_wait_for_hits();
    backward_ = spile::move(made);
    return Ok{};
}

// With the sizes that there are, but `kb` for that CPU.
Result<Box<BackwardRing>> TraceBuffers::make_backward(unsigned cpu, u64 kb) const
{
    Vec<u64> bytes;
    TRY(bytes.reserve(sizes_kb_.size()));
    for (unsigned each = 0; each < sizes_kb_.size(); ++each) {
        u64 wanted_kb = cpu == all_cpus || cpu == each ? kb : size_kb(each);
        if (wanted_kb > BackwardLane::max_size / 1024)
            return Errno::no_memory; // as in a forward ring
        bytes.push_reserved(wanted_kb * 1024);
    }
    return BackwardRing::create(spile::move(bytes));
}

Result<void> TraceBuffers::set_direction(Direction wanted)
{
    Locked locked(mutex_);
    if (wanted == direction())
        return Ok{};
    return wanted == Direction::backward ? begin_backward() : begin_forward();
}

BackwardUse TraceBuffers::use_backward()
{
    Locked locked(mutex_);
    if (!backward_)
        return {};
    ++backward_users_;
    return BackwardUse(*this);
}

// The forward ring keeps the least of memory: its readers may still be there.
Result<void> TraceBuffers::begin_backward()
{
    if (has_snapshot())
        return Errno::busy;
    unsigned first = spile_cpu_next(0);
    Box<BackwardRing> made = TRY(make_backward(first, size_kb(first)));
    TRY(live().resize(all_cpus, Ring::min_count));
    made->publish_to(publisher_);
    backward_ = spile::move(made);
    store_release(direction_, Direction::backward);
    spile_wait_for_hits(); // those that have seen the old direction
    live().reset();
    return Ok{};
}

Result<void> TraceBuffers::begin_forward()
{
    if (backward_users_)
        return Errno::busy;
    Result<void> resized = Ok{};
    for_each_cpu(all_cpus, [&](unsigned cpu) {
        if (resized)
            resized = live().resize(cpu, count_for(size_kb(cpu), order_));
    });
    if (!resized) {
        (void)live().resize(all_cpus, Ring::min_count); // what is smaller already stays
        return resized;
    }
    store_release(direction_, Direction::forward);
    spile_wait_for_hits();
    backward_.reset();
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
    if (direction() == Direction::backward)
        return Errno::not_supported;
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
    if (direction() == Direction::backward)
        return Errno::not_supported;
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
