// SPDX-License-Identifier: GPL-2.0
// Interval: every comparison of an integer with a constant, and every range of
// addresses, as one test without a branch.
//
// On the circle of the numbers modulo 2^width the values for which `x < 5`, `x != 5`
// or `x >= -3` holds are one arc, whether they are signed or not. An arc is where it
// begins and how far it goes:
//
//   holds for x  <=>  ((x - low) & mask) <= span
//
// Bits of x above its width do not matter, so a probe need not care for how C
// extended the value.
#pragma once

#include "filter/predicate.hh"

namespace spile
{

struct Interval {
    u64 low = 0;
    u64 span = 0;
    u64 mask = 0;      // of the width's bits
    bool empty = true; // holds for nothing: no span could say so

    bool everything() const { return !empty && span == mask; }
    bool has(u64 x) const { return !empty && ((x - low) & mask) <= span; }

    // `bits` 8, 16, 32, 64; `value` is cut to them. All operators but glob and band.
    static Interval comparison(FilterOp op, u64 value, unsigned bits, bool is_signed);
    // [start, start + size) of 64 bits, or all but it.
    static Interval range(u64 start, u64 size, bool outside);
};

} // namespace spile
