// SPDX-License-Identifier: GPL-2.0
// Hashes for tables (not for adversaries).
#pragma once

#include "span.hh"

namespace spile {

// Multiplicative (Fibonacci) hash: the high bits are the good ones.
constexpr u32 hash_u32(u32 value) { return value * 0x9e3779b1u; }

// FNV-1a, 32 bits.
constexpr u32 hash_text(Text text)
{
    u32 hash = 0x811c9dc5u;
    for (char c : text)
        hash = (hash ^ static_cast<u8>(c)) * 0x01000193u;
    return hash;
}

inline u64 hash_words(Span<const u32> words, u64 seed = 0xcbf29ce484222325ull)
{
    u64 hash = seed;
    for (u32 word : words)
        hash = (hash ^ word) * 0x9e3779b97f4a7c15ull;
    return hash ^ (hash >> 29);
}

} // namespace spile
