// SPDX-License-Identifier: GPL-2.0
// One instruction cannot be interrupted half-way, so no LOCK prefix is needed.
#pragma once

#include "arch/pair.hh"
#include "base/types.hh"

namespace spile {

// True when `at` held `expected` and now holds `wanted`; otherwise `expected`
// receives what was there.
[[gnu::always_inline]] inline bool local_compare_exchange(u64 &at, u64 &expected, u64 wanted)
{
    bool done;
    __asm__ __volatile__("cmpxchgq %[wanted], %[at]"
                         : "=@ccz"(done), [at] "+m"(at), "+a"(expected)
                         : [wanted] "r"(wanted)
                         : "memory");
    return done;
}

// The same for two words at once.
[[gnu::always_inline]] inline bool local_compare_exchange(U64Pair &at, U64Pair &expected,
                                                          const U64Pair &wanted)
{
    bool done;
    __asm__ __volatile__("cmpxchg16b %[at]"
                         : "=@ccz"(done), [at] "+m"(at), "+a"(expected.low), "+d"(expected.high)
                         : "b"(wanted.low), "c"(wanted.high)
                         : "memory");
    return done;
}

[[gnu::always_inline]] inline void local_inc(u32 &at)
{
    __asm__ __volatile__("incl %0" : "+m"(at) : : "memory", "cc");
}

[[gnu::always_inline]] inline void local_dec(u32 &at)
{
    __asm__ __volatile__("decl %0" : "+m"(at) : : "memory", "cc");
}

[[gnu::always_inline]] inline void local_add(u64 &at, u64 amount)
{
    __asm__ __volatile__("addq %1, %0" : "+m"(at) : "er"(amount) : "memory", "cc");
}

// Stores before it are seen by other CPUs before those behind it: so they are here anyway.
[[gnu::always_inline]] inline void store_barrier() { __asm__ __volatile__("" : : : "memory"); }

} // namespace spile
