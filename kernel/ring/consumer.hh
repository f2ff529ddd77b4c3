// SPDX-License-Identifier: GPL-2.0
// Consumer: the one reading end of a lane. It owns a sub-buffer, which it exchanges for
// the oldest in the ring when it has read it. Under the ring's reader mutex.
#pragma once

#include "ring/lane.hh"
#include "ring/stats.hh"

namespace spile {

class Consumer {
  public:
    // The next record, null when there is none. It stays until advance().
    const EventWalk *peek(Lane &lane);
    // Consumes what peek() returned, and the loss before it is told.
    void advance();
    // Events lost between the last record that was consumed and what peek() returned.
    u64 lost() const { return lost_; }
    // As lost(), and from now on that is told.
    u64 tell_lost();

    // Everything committed is gone, and the counters are 0.
    void reset(Lane &lane);
    RingStats stats(const Lane &lane) const;
    // Nothing is there to be read.
    bool empty(const Lane &lane) const { return count(lane).entries == 0; }
    // Where the sub-buffer of `seq` is or was, for one behind that which this owns.
    u32 slot_of(const Lane &lane, u32 seq) const
    {
        return static_cast<u32>((at_->slot + u64{seq - at_->seq}) % lane.count);
    }

    // The sub-buffer it owns, and how far that was read; null before the first memory.
    SubBuffer *buffer() { return at_; }
    const SubBuffer *buffer() const { return at_; }
    u32 read_bytes() const { return read_; }
    // Of the last event read in it; of the first, where there was nothing yet to read.
    u64 read_time() const { return read_ ? time_ : load_relaxed(at_->page->time_stamp); }
    // Number of the next event that it expects; see SubBuffer::first.
    u64 expected() const { return expected_; }

    // Takes hold of a sub-buffer that has something unread, if it has none now. False: nothing
    // is there.
    bool take(Lane &lane);
    // Bytes of its sub-buffer that may be read now.
    u32 readable_bytes() const
    {
        return static_cast<u32>(load_acquire(at_->page->commit)) & SPILE_PAGE_COMMIT_MASK;
    }
    // No writer is in its sub-buffer any more.
    bool is_complete(const Lane &lane) const
    {
        return load_acquire(lane.committed_seq) != at_->seq;
    }
    // The events up to `bytes` were read by other means: `events` of them, the last at `time`.
    void skip(u32 bytes, u32 events, u64 time);
    // All its sub-buffer's events are read; what they lie in is the caller's, and `fresh`
    // the sub-buffer's memory. It is complete, and nothing of it was read before.
    spile_page *exchange(spile_page *fresh);

    // Sub-buffers in the ring that no writer is in any more and nobody has read.
    u32 complete_in_ring(const Lane &lane) const;

    // --- For CpuBuffer, while nobody writes.
    // Owns `spare`, which holds nothing; the next it takes is that of seq + 1.
    void begin(SubBuffer &spare, u64 expected);
    void moved(SubBuffer &to) { at_ = &to; }

  private:
    struct Counts {
        u64 entries = 0, overrun = 0;
        u64 oldest_time = 0; // behind the sub-buffer that it owns
    };
    Counts count(const Lane &lane) const;
    enum class WhenEmpty : u8 { leave, take };
    bool take_from(Lane &lane, u32 seq, WhenEmpty when_empty);
    void take_all(Lane &lane);
    void expect(u64 number);
    // The oldest, behind the one that it owns, that can be there.
    u32 oldest_behind(const Lane &lane, u32 committed) const;

    SubBuffer *at_ = nullptr;
    u32 read_ = 0;  // bytes
    u64 time_ = 0;  // of the last event read in it, if there is one
    EventWalk walk_; // at what was peeked at
    bool peeked_ = false;
    u64 expected_ = 0;
    u64 lost_ = 0;       // before the next event
    u64 lost_since_ = 0; // since the last reset, that included
    u64 events_read_ = 0;
    // The writer's counters at the last reset: only the writer may change them.
    u64 commit_overrun_base_ = 0;
    u64 dropped_base_ = 0;
    u64 refused_base_ = 0;
};

} // namespace spile
