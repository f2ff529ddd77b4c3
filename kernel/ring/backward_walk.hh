// SPDX-License-Identifier: GPL-2.0
// Walks over the records of a backward ring, newest first.
// Layout: include/uapi/spile/backward.h.
#pragma once

#include "ring/backward.hh"

namespace spile {

// Over bytes that nobody vouches for, the newest record first.
class BackwardWalk {
  public:
    constexpr BackwardWalk() = default;
    BackwardWalk(const u8 *bytes, u64 count) : bytes_(bytes), count_(count) {}

    // Moves to the next record. False: there is none, or the rest is no row of records.
    bool next();
    // The rest was none: what is there is neither a whole record nor padding.
    bool malformed() const { return malformed_; }

    const spile_backward_record &record() const
    {
        return *reinterpret_cast<const spile_backward_record *>(bytes_ + at_);
    }
    u64 offset() const { return at_; }
    u32 bytes() const { return record().word & SPILE_BACKWARD_BYTES_MASK; }
    u64 time() const { return record().time; }
    // With its common fields, which are always there.
    const spile_entry *entry() const { return &record().entry; }
    u32 entry_bytes() const { return bytes() - SPILE_BACKWARD_HEADER_BYTES; }

  private:
    const u8 *bytes_ = nullptr;
    u64 count_ = 0;
    u64 at_ = 0;
    u64 next_ = 0;
    bool malformed_ = false;
};

// What is there to be read, without a copy.
struct BackwardContent {
    u64 records = 0;
    u64 bytes = 0; // of the records, padding left out
    u64 oldest_time = 0;
};
// Exact whenever no writer is inside; else of one moment or another. Any task context.
BackwardContent content_of(const BackwardLane &lane);

// Bytes below the result, and up to `committed`, had not been overwritten when the loads
// before the call were done.
inline i64 sound_limit(const BackwardLane &lane)
{
    load_barrier();
    i64 head = load_acquire(lane.control.head);
    i64 lowest = load_relaxed(lane.control.lowest);
    return min(head, lowest) + static_cast<i64>(lane.control.size);
}

} // namespace spile
