// SPDX-License-Identifier: GPL-2.0
#include "ring/consumer.hh"

#include "glue/clock.h"

namespace spile {

namespace {

// Events in a block that are neither read nor overwritten. The two counts belong
// together when the state is the same before and after; where it changes all the time,
// next to none are there for long.
u32 events_in(const Lane &lane, u32 index)
{
    u64 state = load_acquire(lane.states[index]);
    for (unsigned looks = 0;; ++looks) {
        u32 events = load_acquire(lane.events[index]);
        u64 after = load_acquire(lane.states[index]);
        if (after == state)
            return events - state_gone(state);
        if (looks == 16)
            return 0;
        state = after;
    }
}

} // namespace

Result<void> Consumer::prepare(u32 blocks)
{
    TRY(known_gone_.reserve(blocks));
    for (u32 i = 0; i < blocks; ++i)
        known_gone_.push_reserved(0);
    return Ok{};
}

const spile_record *Consumer::peek(Lane &lane)
{
    if (!cursor_.left())
        cursor_.fill(lane, load_acquire(lane.committed), Claim::records, *this);
    return cursor_.peek();
}

void Consumer::advance()
{
    cursor_.advance();
    lost_ = 0;
    ++read_;
}

void Consumer::reset(Lane &lane)
{
    u64 limit = load_acquire(lane.committed);
    cursor_.drop();
    // Each round either moves on or finds that writers did.
    for (u64 rounds = (lane.mask >> block_shift) + 2; rounds && cursor_.position() < limit; --rounds)
        if (cursor_.fill(lane, limit, Claim::records, *this))
            cursor_.drop();
    lost_ = 0;
    read_ = 0;
    overrun_base_ = load_relaxed(lane.overrun);
    commit_overrun_base_ = load_relaxed(lane.commit_overrun);
    dropped_base_ = load_relaxed(lane.dropped);
    refused_base_ = load_relaxed(lane.refused);
}

RingStats Consumer::stats(const Lane &lane) const
{
    RingStats stats;
    u32 blocks = static_cast<u32>((lane.mask >> block_shift) + 1);
    stats.entries = cursor_.left();
    for (u32 i = 0; i < blocks; ++i)
        stats.entries += events_in(lane, i);
    stats.overrun = load_relaxed(lane.overrun) - overrun_base_;
    stats.commit_overrun = load_relaxed(lane.commit_overrun) - commit_overrun_base_;
    stats.dropped = load_relaxed(lane.dropped) - dropped_base_;
    stats.refused = load_relaxed(lane.refused) - refused_base_;
    stats.read = read_;
    stats.written = stats.entries + stats.read + stats.overrun;

    u64 committed = load_acquire(lane.committed);
    u64 from = cursor_.position();
    u64 end = block_ceil(committed);
    if (end > lane.mask + 1)
        from = max(from, end - lane.mask - 1);
    stats.bytes = cursor_.left_bytes() + (committed > from ? committed - from : 0);
    if (const spile_record *record = cursor_.peek())
        stats.oldest_ns = record->time_ns;
    else
        Cursor::first_time(lane, cursor_.position(), stats.oldest_ns);
    stats.now_ns = spile_clock_local();
    return stats;
}

bool Consumer::empty(const Lane &lane) const
{
    u64 time_ns;
    return !cursor_.left() && !Cursor::first_time(lane, cursor_.position(), time_ns);
}

} // namespace spile
