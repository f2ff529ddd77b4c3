// SPDX-License-Identifier: GPL-2.0
// Fill: where a writer stands in its lane, in one word that changes in one instruction.
#pragma once

#include "base/types.hh"

namespace spile {

//   63..32       31..15  14..0
//   sub-buffer | words | events
//
// sub-buffer: how many were entered before, over the lane's life (mod 2^32);
// words: of 4 bytes, used in it; events: in it, those taken back left out.
// In this order, so that one comparison tells whether a record is too much for a sub-buffer,
// or another sub-buffer is meant.
class Fill {
  public:
    enum : u32 { events_bits = 15, most_events = (1u << events_bits) - 1 };

    constexpr explicit Fill(u64 raw) : raw_(raw) {}
    static constexpr Fill begin(u32 seq, u32 words, u32 events)
    {
        return Fill(u64{seq} << 32 | u64{words} << events_bits | events);
    }
    // Valid where the two are less than 2^31 sub-buffers apart.
    constexpr bool is_past(Fill limit) const { return static_cast<i64>(limit.raw_ - raw_) < 0; }
    // As full as the sub-buffer can be.
    static constexpr Fill limit(u32 seq, u32 room) { return begin(seq, room, most_events); }

    constexpr u64 raw() const { return raw_; }
    constexpr u32 seq() const { return static_cast<u32>(raw_ >> 32); }
    constexpr u32 words() const { return static_cast<u32>(raw_) >> events_bits; }
    constexpr u32 bytes() const { return static_cast<u32>(raw_) >> (events_bits - 2) & ~3u; }
    constexpr u32 events() const { return raw_ & most_events; }
    constexpr Fill plus(u32 words) const { return Fill(raw_ + (u64{words} << events_bits) + 1); }
    constexpr Fill minus_event() const { return Fill(raw_ - 1); }
    constexpr Fill minus(u32 words) const { return Fill(raw_ - (u64{words} << events_bits) - 1); }

  private:
    u64 raw_;
};

} // namespace spile
