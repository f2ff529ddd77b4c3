// SPDX-License-Identifier: GPL-2.0
// Memory order by name over the compiler's built-ins; plain objects stay plain.
#pragma once

#include "types.hh"

namespace spile {

// By way of a value: __atomic_load_n() and the like take no enum with every compiler.
template <typename T> inline T load_relaxed(const T &from)
{
    T value;
    __atomic_load(&from, &value, __ATOMIC_RELAXED);
    return value;
}
template <typename T> inline T load_acquire(const T &from)
{
    T value;
    __atomic_load(&from, &value, __ATOMIC_ACQUIRE);
    return value;
}
template <typename T, typename U> inline void store_relaxed(T &to, U value)
{
    T stored = static_cast<T>(value);
    __atomic_store(&to, &stored, __ATOMIC_RELAXED);
}
template <typename T, typename U> inline void store_release(T &to, U value)
{
    T stored = static_cast<T>(value);
    __atomic_store(&to, &stored, __ATOMIC_RELEASE);
}
// True when `at` held `expected` and now holds `wanted`; otherwise `expected`
// receives what was there. Full barrier, valid across CPUs.
template <typename T> inline bool compare_exchange(T &at, T &expected, T wanted)
{
    return __atomic_compare_exchange_n(&at, &expected, wanted, false, __ATOMIC_SEQ_CST,
                                       __ATOMIC_SEQ_CST);
}
template <typename T> inline T fetch_add(T &at, T amount)
{
    return __atomic_fetch_add(&at, amount, __ATOMIC_SEQ_CST);
}

// Loads before it are done before those behind it.
#ifdef __SANITIZE_THREAD__ // which knows no fences, and needs none
inline void load_barrier() { __asm__ __volatile__("" ::: "memory"); }
#else
inline void load_barrier() { __atomic_thread_fence(__ATOMIC_ACQUIRE); }
#endif

// Stops the compiler, not the CPU: order against an interrupt on this CPU.
inline void compiler_barrier() { __asm__ __volatile__("" ::: "memory"); }

} // namespace spile
