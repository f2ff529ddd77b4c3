// SPDX-License-Identifier: GPL-2.0
#include "filter/interval.hh"

namespace spile
{

namespace
{

u64 mask_of(unsigned bits) { return ~u64{0} >> (64 - bits); }

// From `low` to `high`, both included, going up.
Interval arc(u64 low, u64 high, u64 mask) { return {low & mask, (high - low) & mask, mask, false}; }

} // namespace

Interval Interval::comparison(FilterOp op, u64 value, unsigned bits, bool is_signed)
{
    u64 mask = mask_of(bits);
    u64 least = is_signed ? u64{1} << (bits - 1) : 0;
    u64 most = (least - 1) & mask;
    value &= mask;
    switch (op) {
    case FilterOp::eq:
        return arc(value, value, mask);
    case FilterOp::ne:
        return arc(value + 1, value - 1, mask);
    case FilterOp::lt:
        return value == least ? Interval{} : arc(least, value - 1, mask);
    case FilterOp::le:
        return arc(least, value, mask);
    case FilterOp::gt:
        return value == most ? Interval{} : arc(value + 1, most, mask);
    case FilterOp::ge:
        return arc(value, most, mask);
    case FilterOp::glob:
    case FilterOp::band:
        break;
    }
    return {};
}

Interval Interval::range(u64 start, u64 size, bool outside)
{
    u64 mask = mask_of(64);
    if (!size)
        return outside ? arc(0, mask, mask) : Interval{};
    return outside ? arc(start + size, start - 1, mask) : arc(start, start + size - 1, mask);
}

} // namespace spile
