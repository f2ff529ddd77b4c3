// SPDX-License-Identifier: GPL-2.0
// FilterShape: the programs that most filters are: one range, or two with "&&" or "||"
// between. They are run over an entry by code made for them, without the loop.
#pragma once

#include "filter/step.hh"

namespace spile
{

enum class FilterShape : u8 { any, one, both, either };

FilterShape shape_of(Span<const FilterStep> steps);

// Hot: any context, NMI included; no lock, no allocation, no call.
inline bool wide_in_range(const FilterStep &step, const u8 *entry)
{
    u64 value;
    __builtin_memcpy(&value, entry + step.offset, sizeof(value));
    return ((value - step.low) & step.mask) <= step.span;
}

// All steps of the shape look at eight bytes of the entry.
template <FilterShape shape> bool shape_accepts(const FilterStep *steps, const u8 *entry)
{
    bool first = wide_in_range(steps[0], entry);
    if constexpr (shape == FilterShape::both)
        return first && wide_in_range(steps[1], entry);
    else if constexpr (shape == FilterShape::either)
        return first || wide_in_range(steps[1], entry);
    else
        return first;
}

} // namespace spile
