// SPDX-License-Identifier: GPL-2.0
// SubBuffer: what a lane knows of one of its sub-buffers; Slot: which of them stands at a
// place of the ring, and whose it is.
#pragma once

#include "base/types.hh"
#include "uapi/spile/page.h"

namespace spile {

struct SubBuffer {
    spile_page *page; // aligned on its own size
    // Written by who enters it:
    u32 seq;
    u32 slot;
    // Written by who leaves it; readers look once `committed_seq` is past `seq`:
    u32 bytes;  // of events
    u32 events;
    // Number of its first event over the lane's life; written before it is published.
    u64 first;
};

// A slot changes by a locked exchange only: a writer takes it for a new lap, or a reader
// takes the sub-buffer away and leaves another in its place. So each sub-buffer's events
// go to one of them.
class Slot {
  public:
    constexpr explicit Slot(u64 raw) : raw_(raw) {}
    static constexpr Slot full(u32 seq, u32 index) { return Slot(u64{seq} << 32 | index); }
    static constexpr Slot taken(u32 seq, u32 index)
    {
        return Slot(u64{seq} << 32 | u64{taken_bit} | index);
    }

    constexpr u64 raw() const { return raw_; }
    // The last sub-buffer, in the order of entering, that stood here.
    constexpr u32 seq() const { return static_cast<u32>(raw_ >> 32); }
    // Its events are no longer here: a reader has them.
    constexpr bool is_taken() const { return raw_ & taken_bit; }
    constexpr u32 index() const { return static_cast<u32>(raw_) & ~taken_bit; }

  private:
    enum : u32 { taken_bit = 1u << 31 };
    u64 raw_;
};

} // namespace spile
