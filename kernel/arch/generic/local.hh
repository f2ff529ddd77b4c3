// SPDX-License-Identifier: GPL-2.0
// Any machine: the compiler's atomics, without order.
#pragma once

#include "arch/pair.hh"
#include "base/types.hh"

namespace spile {

inline bool local_compare_exchange(u64 &at, u64 &expected, u64 wanted)
{
    return __atomic_compare_exchange_n(&at, &expected, wanted, false, __ATOMIC_RELAXED,
                                       __ATOMIC_RELAXED);
}
inline bool local_compare_exchange(U64Pair &at, U64Pair &expected, const U64Pair &wanted)
{
    unsigned __int128 old, next;
    __builtin_memcpy(&old, &expected, sizeof(old));
    __builtin_memcpy(&next, &wanted, sizeof(next));
    bool done = __atomic_compare_exchange_n(reinterpret_cast<unsigned __int128 *>(&at), &old, next,
                                            false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
    __builtin_memcpy(&expected, &old, sizeof(old));
    return done;
}
inline void local_inc(u32 &at) { __atomic_fetch_add(&at, 1u, __ATOMIC_RELAXED); }
inline void local_dec(u32 &at) { __atomic_fetch_sub(&at, 1u, __ATOMIC_RELAXED); }
inline void local_add(u64 &at, u64 amount) { __atomic_fetch_add(&at, amount, __ATOMIC_RELAXED); }

// Stores before it are seen by other CPUs before those behind it.
#ifdef __SANITIZE_THREAD__ // which knows no fences, and needs none
inline void store_barrier() {}
#else
inline void store_barrier() { __atomic_thread_fence(__ATOMIC_RELEASE); }
#endif

} // namespace spile
