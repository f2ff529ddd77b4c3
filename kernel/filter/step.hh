// SPDX-License-Identifier: GPL-2.0
// FilterStep: one test of a filter's program and where it goes on from there.
#pragma once

#include "filter/string_match.hh"
#include "glue/event_filter.h"

namespace spile
{

enum class FilterTest : u8 {
    range,         // ((value - low) & mask) <= span
    any_bit,       // value & mask
    cpu_set,       // value & mask is a CPU and in the set
    comm,          // the current task's name
    ptr_string,    // value is the address of a string
    static_string, // from here on the entry is needed
    dyn_string,
    rel_string,
    cpumask,
};

// How many bytes of the entry are the value; `none` keeps the last one.
enum class FilterLoad : u8 { none, one, two, four, eight };

struct FilterStep {
    union {
        u64 low;                      // range
        const FilterPattern *pattern; // strings
        const usize *cpus;            // cpu_set, cpumask
    };
    union {
        u64 span;      // range
        u64 cpu_count; // cpu_set, cpumask
        u64 room;      // static_string: bytes of the field
        void *rooms;   // ptr_string: FilterScratch
    };
    u64 mask; // range, any_bit, cpu_set; cpumask: a FilterOp
    u32 yes;  // bytes from this step to the next one: always forward
    u32 no;
    i32 ask; // what it wants to know first: spile_filter_ask, or filter_ask_nothing
    u16 offset;
    FilterTest test;
    FilterLoad load;

    const FilterStep *next(bool passed) const
    {
        return reinterpret_cast<const FilterStep *>(reinterpret_cast<const u8 *>(this) +
                                                    (passed ? yes : no));
    }
};
static_assert(sizeof(FilterStep) == 40);

// Of a step that needs no value, or the same one as the step before it.
constexpr i32 filter_ask_nothing = -4;

} // namespace spile
