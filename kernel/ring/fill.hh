// SPDX-License-Identifier: GPL-2.0
// Fill: where a writer stands in its lane, in one word that changes in one instruction.
#pragma once

#include "base/types.hh"

namespace spile {

//   63..32       31..17   16..0
//   sub-buffer | events | words
//
// sub-buffer: how many were entered before, over the lane's life (mod 2^32);
// events: in it, those taken back left out; words: of 4 bytes, used in it.
class Fill {
  public:
    enum : u32 { words_bits = 17, max_words = (1u << words_bits) - 1 };
    enum : u64 { one_event = u64{1} << words_bits };

    constexpr explicit Fill(u64 raw) : raw_(raw) {}
    static constexpr Fill begin(u32 seq, u32 words, u32 events)
    {
        return Fill(u64{seq} << 32 | u64{events} << words_bits | words);
    }

    constexpr u64 raw() const { return raw_; }
    constexpr u32 seq() const { return static_cast<u32>(raw_ >> 32); }
    constexpr u32 words() const { return raw_ & max_words; }
    constexpr u32 events() const { return static_cast<u32>(raw_) >> words_bits; }
    constexpr Fill plus(u32 words) const { return Fill(raw_ + words + one_event); }

  private:
    u64 raw_;
};

} // namespace spile
