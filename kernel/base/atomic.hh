// SPDX-License-Identifier: GPL-2.0
// Memory order by name over the compiler's built-ins; plain objects stay plain.
#pragma once

#include "types.hh"

namespace spile {

// By the built-ins that take any type: those for integers alone refuse an enum, with clang.
template <typename T> [[gnu::always_inline]] inline T load_relaxed(const T &from)
{
    T value;
    __atomic_load(const_cast<T *>(&from), &value, __ATOMIC_RELAXED);
    return value;
}
template <typename T> [[gnu::always_inline]] inline T load_acquire(const T &from)
{
    T value;
    __atomic_load(const_cast<T *>(&from), &value, __ATOMIC_ACQUIRE);
    return value;
}
template <typename T, typename U> [[gnu::always_inline]] inline void store_relaxed(T &to, U value)
{
    T stored = static_cast<T>(value);
    __atomic_store(&to, &stored, __ATOMIC_RELAXED);
}
template <typename T, typename U> [[gnu::always_inline]] inline void store_release(T &to, U value)
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

// Stops the compiler, not the CPU: order against an interrupt on this CPU.
inline void compiler_barrier() { __asm__ __volatile__("" ::: "memory"); }

} // namespace spile
