// SPDX-License-Identifier: GPL-2.0
#include "ring/consumer.hh"

namespace spile {

namespace {

// How often a look at a lane that changes all the time is tried again.
constexpr unsigned max_looks = 1000;

// The oldest that can still be there once `committed` is the newest.
u32 oldest_possible(const Lane &lane, u32 committed) { return committed - lane.count + 1; }

// Events over the lane's life, or fewer: while a writer is on its way from one sub-buffer to
// the next, those in the old one do not count.
u64 total_events(const Lane &lane)
{
    u64 total = 0;
    for (unsigned looks = 0; looks < max_looks; ++looks) {
        u32 committed = load_acquire(lane.committed_seq);
        const SubBuffer *at = load_acquire(lane.committing);
        total = load_relaxed(at->first);
        Fill fill(load_relaxed(lane.head.low));
        if (load_relaxed(at->seq) != committed || load_acquire(lane.committed_seq) != committed)
            continue;
        if (fill.seq() == committed)
            return total + fill.events();
    }
    return total;
}

u64 less(u64 from, u64 to) { return to > from ? to - from : 0; }

} // namespace

void Consumer::begin(SubBuffer &spare, u64 expected)
{
    spare.bytes = spare.events = 0;
    spare.first = expected;
    spare.page->commit = 0;
    at_ = &spare;
    read_ = 0;
    peeked_ = false;
    expect(expected);
}

// Exchanges what it owns for the sub-buffer of `seq`, or the next that is still there.
bool Consumer::take_from(Lane &lane, u32 seq, WhenEmpty when_empty)
{
    for (unsigned looks = 0; looks < max_looks; ++looks) {
        u32 committed = load_acquire(lane.committed_seq);
        if (is_before(committed, seq))
            return false;
        if (is_before(seq, oldest_possible(lane, committed)))
            seq = oldest_possible(lane, committed);
        u64 &place = lane.slots[slot_of(lane, seq)];
        u64 raw = load_acquire(place);
        Slot slot(raw);
        if (slot.seq() != seq || slot.is_taken()) { // overwritten just now
            ++seq;
            continue;
        }
        SubBuffer &next = lane.buffers[slot.index()];
        if (seq == committed && when_empty == WhenEmpty::leave && !load_acquire(next.page->commit))
            return false;
        u32 mine = static_cast<u32>(at_ - lane.buffers);
        if (!compare_exchange(place, raw, Slot::taken(seq, mine).raw()))
            continue;
        at_ = &next;
        read_ = 0;
        expect(next.first);
        return true;
    }
    return false;
}

// Whatever is between is lost.
void Consumer::expect(u64 number)
{
    lost_ += number - expected_;
    lost_since_ += number - expected_;
    expected_ = number;
}

bool Consumer::take(Lane &lane)
{
    if (!at_)
        return false;
    for (;;) {
        // Completeness first: then what `commit` says is the last word.
        bool complete = is_complete(lane);
        if (read_ < readable_bytes())
            return true;
        if (!complete || !take_from(lane, at_->seq + 1, WhenEmpty::leave))
            return false;
    }
}

const EventWalk *Consumer::peek(Lane &lane)
{
    while (!peeked_) {
        if (!take(lane))
            return nullptr;
        u32 bytes = readable_bytes();
        walk_ = EventWalk(at_->page->data, bytes, read_time(), read_);
        peeked_ = walk_.next();
        if (!peeked_) { // nothing but events that were taken back
            read_ = bytes;
            time_ = walk_.time();
        }
    }
    return &walk_;
}

void Consumer::advance()
{
    skip(walk_.position(), 1, walk_.time());
    lost_ = 0;
}

u64 Consumer::tell_lost()
{
    u64 told = lost_;
    lost_ = 0;
    return told;
}

void Consumer::skip(u32 bytes, u32 events, u64 time)
{
    read_ = bytes;
    time_ = time;
    expected_ += events;
    events_read_ += events;
    peeked_ = false;
}

spile_page *Consumer::exchange(spile_page *fresh)
{
    spile_page *full = at_->page;
    fresh->commit = 0;
    at_->page = fresh;
    skip(0, at_->events, full->time_stamp);
    return full;
}

u32 Consumer::complete_in_ring(const Lane &lane) const
{
    u32 committed = load_acquire(lane.committed_seq);
    u32 oldest = oldest_behind(lane, committed);
    return is_before(oldest, committed) ? committed - oldest : 0;
}

u32 Consumer::oldest_behind(const Lane &lane, u32 committed) const
{
    u32 next = at_->seq + 1;
    u32 possible = oldest_possible(lane, committed);
    return is_before(next, possible) ? possible : next;
}

// Everything before the committed sub-buffer is marked as taken, where it stands, and
// the committed one becomes this reader's, read as far as it is written.
void Consumer::take_all(Lane &lane)
{
    u32 committed = load_acquire(lane.committed_seq);
    if (at_->seq != committed) {
        for (u32 seq = oldest_behind(lane, committed); is_before(seq, committed); ++seq) {
            u64 &place = lane.slots[slot_of(lane, seq)];
            u64 raw = load_acquire(place);
            if (Slot(raw).seq() == seq)
                compare_exchange(place, raw, Slot::taken(seq, Slot(raw).index()).raw());
        }
        take_from(lane, committed, WhenEmpty::take);
    }
    u32 bytes = readable_bytes();
    EventWalk walk(at_->page->data, bytes, read_time(), read_);
    while (walk.next())
        ++expected_;
    read_ = bytes;
    time_ = walk.time();
    peeked_ = false;
}

void Consumer::reset(Lane &lane)
{
    if (at_)
        take_all(lane);
    lost_ = 0;
    lost_since_ = 0;
    events_read_ = 0;
    commit_overrun_base_ = load_relaxed(lane.commit_overrun);
    dropped_base_ = load_relaxed(lane.dropped);
    refused_base_ = load_relaxed(lane.refused);
}

// All by the numbers of events, so that each is in one of the counts. The total belongs to
// what it is compared with when that is still there behind it.
Consumer::Counts Consumer::count(const Lane &lane) const
{
    Counts counts;
    if (!at_)
        return counts;
    counts.overrun = lost_since_;
    u64 total = total_events(lane);
    if (!is_complete(lane)) {
        counts.entries = less(expected_, total);
        return counts;
    }
    u64 end = at_->first + at_->events;
    counts.entries = end - expected_;
    u32 seq = at_->seq + 1;
    for (unsigned looks = 0; looks < max_looks; ++looks) {
        u32 committed = load_acquire(lane.committed_seq);
        if (is_before(seq, oldest_possible(lane, committed)))
            seq = oldest_possible(lane, committed);
        u64 &place = lane.slots[slot_of(lane, seq)];
        u64 raw = load_acquire(place);
        if (Slot(raw).seq() != seq || Slot(raw).is_taken()) {
            ++seq;
            continue;
        }
        const SubBuffer &oldest = lane.buffers[Slot(raw).index()];
        u64 first = load_relaxed(oldest.first);
        u64 time = load_relaxed(oldest.page->time_stamp);
        total = total_events(lane);
        if (!compare_exchange(place, raw, raw)) // orders the loads before it
            continue;
        counts.entries += less(first, total);
        counts.overrun += first - end;
        counts.oldest_time = time;
        break;
    }
    return counts;
}

RingStats Consumer::stats(const Lane &lane) const
{
    RingStats stats;
    Counts counts = count(lane);
    stats.entries = counts.entries;
    stats.overrun = counts.overrun;
    stats.read = events_read_;
    stats.written = stats.entries + stats.read + stats.overrun;
    stats.commit_overrun = load_relaxed(lane.commit_overrun) - commit_overrun_base_;
    stats.dropped = load_relaxed(lane.dropped) - dropped_base_;
    stats.refused = load_relaxed(lane.refused) - refused_base_;
    if (!counts.entries)
        return stats;

    stats.bytes = readable_bytes() - read_;
    stats.oldest_ns = stats.bytes ? at_->page->time_stamp : counts.oldest_time;
    u32 committed = load_acquire(lane.committed_seq);
    for (u32 seq = oldest_behind(lane, committed); !is_before(committed, seq); ++seq) {
        Slot slot(load_acquire(lane.slots[slot_of(lane, seq)]));
        if (slot.seq() == seq && !slot.is_taken())
            stats.bytes += load_acquire(lane.buffers[slot.index()].page->commit);
    }
    return stats;
}

} // namespace spile
