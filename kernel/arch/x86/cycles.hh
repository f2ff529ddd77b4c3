// SPDX-License-Identifier: GPL-2.0
// What sched_clock() does on x86 when the TSC is its clock, without the calls on its way.
// Source: struct cyc2ns of the kernel, the same since 4.13.
#pragma once

#include "base/atomic.hh"

// Of trace_clock, behind the ones that every machine has.
#define SPILE_ARCH_CLOCK_ROWS {"x86-tsc", ClockKind::tsc, false},

namespace spile {

// One CPU's. Whoever changes it writes to the half that readers do not use: the parity of
// `sequence` says which they do. So readers, in an NMI too, never wait for a writer.
struct Cycles {
    enum : bool { known = true };

    struct Scale {
        u32 multiplier;
        u32 shift;
        u64 offset_ns;
    } scales[2];
    u32 sequence;

    [[gnu::always_inline]] static u64 count()
    {
        u64 cycles;
        __asm__ __volatile__("rdtsc\n\t"
                             "shlq $32, %%rdx\n\t"
                             "orq %%rdx, %%rax"
                             : "=a"(cycles)
                             :
                             : "rdx", "cc");
        return cycles;
    }

    // Of 128 bits, before the shift.
    [[gnu::always_inline]] static u64 scaled(u64 cycles, u64 multiplier, u32 shift)
    {
        u64 high;
        __asm__("mulq %[multiplier]\n\t"
                "shrdq %%cl, %%rdx, %%rax"
                : "+a"(cycles), "=&d"(high)
                : [multiplier] "rm"(multiplier), "c"(shift) // below 64
                : "cc");
        return cycles;
    }
};
static_assert(sizeof(Cycles::Scale) == 16 && __builtin_offsetof(Cycles, sequence) == 32);

} // namespace spile
