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

    u64 now_ns() const { return 0; }
    u64 ns_of(u64 cycles) const
    {
        const Scale &scale = scales[load_relaxed(sequence) & 1];
        return static_cast<u64>((unsigned __int128){cycles} * scale.multiplier >> scale.shift) +
               scale.offset_ns;
    }
};

} // namespace spile
