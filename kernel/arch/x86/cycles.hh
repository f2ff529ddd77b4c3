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

    // Contexts: any, NMI included, on the CPU whose data it is. Locks: none.
    [[gnu::always_inline]] u64 now_ns() const
    {
        u64 cycles;
        __asm__ __volatile__("rdtsc\n\t"
                             "shlq $32, %%rdx\n\t"
                             "orq %%rdx, %%rax"
                             : "=a"(cycles)
                             :
                             : "rdx", "cc");
        return ns_of(cycles);
    }

    [[gnu::always_inline]] u64 ns_of(u64 cycles) const
    {
        u64 multiplier, offset_ns;
        u32 shift, now = load_relaxed(sequence), before;
        do {
            before = now;
            compiler_barrier();
            const Scale &scale = scales[before & 1];
            multiplier = scale.multiplier;
            shift = scale.shift;
            offset_ns = scale.offset_ns;
            compiler_barrier();
            now = load_relaxed(sequence);
        } while (__builtin_expect(now != before, 0));
        u64 high;
        __asm__("mulq %[multiplier]\n\t"
                "shrdq %%cl, %%rdx, %%rax"
                : "+a"(cycles), "=&d"(high)
                : [multiplier] "r"(multiplier), "c"(shift) // below 64
                : "cc");
        return cycles + offset_ns;
    }
};
static_assert(sizeof(Cycles::Scale) == 16 && __builtin_offsetof(Cycles, sequence) == 32);

} // namespace spile
