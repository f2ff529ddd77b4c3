// SPDX-License-Identifier: GPL-2.0
// Consumer: the one reading end of a lane. Whoever consumes from the lane does it
// here, one after the other, under the ring's reader mutex.
#pragma once

#include "base/vec.hh"
#include "cursor.hh"
#include "stats.hh"

namespace spile {

class Consumer {
  public:
    // Errors: no_memory.
    Result<void> prepare(u32 blocks);

    // The oldest record, nullptr when there is none. Claims a block's worth at a time;
    // what is claimed but not advanced over still counts as an entry.
    const spile_record *peek(Lane &lane);
    // Consumes what peek() returned, and the loss before it is told.
    void advance();
    // Events lost between the last record that was consumed and what peek() returned.
    u64 lost() const { return lost_; }

    void reset(Lane &lane);
    RingStats stats(const Lane &lane) const;
    bool empty(const Lane &lane) const;
    const Cursor &cursor() const { return cursor_; }

    // Cursor's visitor: a block's count of gone events, less what was known of it, is
    // what was overwritten unread. Exact, as each event is taken in one place.
    void visit(u32 index, u32 gone, bool)
    {
        lost_ += static_cast<u32>(gone - known_gone_[index]);
        known_gone_[index] = gone;
    }
    void claimed(u32 index, u32 events) { known_gone_[index] += events; }

  private:
    Cursor cursor_;
    Vec<u32> known_gone_; // by block
    u64 lost_ = 0;
    u64 read_ = 0;
    // The writer's counters at the last reset: only the writer may change them.
    u64 overrun_base_ = 0;
    u64 commit_overrun_base_ = 0;
    u64 dropped_base_ = 0;
    u64 refused_base_ = 0;
};

} // namespace spile
