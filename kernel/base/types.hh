// SPDX-License-Identifier: GPL-2.0
// The few language helpers the core uses. There is no standard library in the
// kernel, so what little is needed of <utility> and <type_traits> is here.
#pragma once

namespace spile {

using u8 = unsigned char;
using u16 = unsigned short;
using u32 = unsigned int;
using u64 = unsigned long long;
using i32 = int;
using i64 = long long;
using usize = unsigned long;
using uptr = unsigned long;

static_assert(sizeof(u8) == 1 && sizeof(u16) == 2 && sizeof(u32) == 4 && sizeof(u64) == 8);
static_assert(sizeof(uptr) == sizeof(void *));

template <typename T> struct RemoveRef { using Type = T; };
template <typename T> struct RemoveRef<T &> { using Type = T; };
template <typename T> struct RemoveRef<T &&> { using Type = T; };

template <typename T> constexpr typename RemoveRef<T>::Type &&move(T &&value) noexcept
{
    return static_cast<typename RemoveRef<T>::Type &&>(value);
}

template <typename T> constexpr T &&forward(typename RemoveRef<T>::Type &value) noexcept
{
    return static_cast<T &&>(value);
}

template <typename T> constexpr void swap(T &a, T &b) noexcept
{
    T kept = spile::move(a);
    a = spile::move(b);
    b = spile::move(kept);
}

template <typename T> constexpr T min(T a, T b) { return b < a ? b : a; }
template <typename T> constexpr T max(T a, T b) { return a < b ? b : a; }

// Tag for placement new: <new> does not exist here, and on the host the plain
// form would clash with it.
struct Place {};

} // namespace spile

constexpr void *operator new(unsigned long, void *where, spile::Place) noexcept { return where; }
