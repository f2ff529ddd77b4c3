// SPDX-License-Identifier: GPL-2.0
// No cycles here; what they would be in ns, as a model of the machines that have them.
#pragma once

#include "base/atomic.hh"

#define SPILE_ARCH_CLOCK_ROWS

namespace spile {

struct Cycles {
    enum : bool { known = false };

    struct Scale {
        u32 multiplier;
        u32 shift;
        u64 offset_ns;
    } scales[2];
    u32 sequence;

    static u64 count() { return 0; }
    static u64 scaled(u64 cycles, u64 multiplier, u32 shift)
    {
        return static_cast<u64>((unsigned __int128){cycles} * multiplier >> shift);
    }
};

} // namespace spile
