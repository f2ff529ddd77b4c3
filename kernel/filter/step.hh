// SPDX-License-Identifier: GPL-2.0
// FilterStep: one test of a filter's program and where it goes on from there.
#pragma once

#include "filter/string_match.hh"
#include "glue/event_filter.h"

namespace spile
{

// spile_filter_step::test.
enum class FilterTest : u8 {
    range,          // ((value - low) & mask) <= span
    range_and_more, // and one of the steps behind it goes on with the same value
    any_bit,        // value & mask
    cpu_set,        // value & mask is a CPU and in the set
    comm,           // the current task's name
    ptr_string,     // value is the address of a string
    static_string,  // from here on the entry is needed, or a string's source as the value
    dyn_string,
    rel_string,
    cpumask,
    verdict,
};

// spile_filter_step::load: how an entry gives the value.
enum class FilterLoad : u8 {
    wide, // eight bytes, of which the lowest are the field, and the others in the entry, too
    one,
    two,
    four,
    cpu,  // not at all: the CPU
    none, // the last value, or none
};

struct FilterStep : spile_filter_step {
    FilterTest kind() const { return static_cast<FilterTest>(test); }
    void set_kind(FilterTest kind) { test = static_cast<u8>(kind); }
    FilterLoad how_to_load() const { return static_cast<FilterLoad>(load); }
    void set_load(FilterLoad how) { load = static_cast<u8>(how); }

    // Strings.
    const FilterPattern &pattern() const { return *pointer<const FilterPattern>(low); }
    void set_pattern(const FilterPattern *pattern) { low = address(pattern); }
    // static_string: bytes of the field.
    u64 room() const { return span; }
    void set_room(u64 bytes) { span = bytes; }
    // ptr_string: of a FilterScratch.
    void *rooms() const { return pointer<void>(span); }
    void set_rooms(void *rooms) { span = address(rooms); }
    // cpu_set, cpumask.
    const usize *cpus() const { return pointer<const usize>(low); }
    u64 cpu_count() const { return span; }
    void set_cpus(const usize *mask, u64 count)
    {
        low = address(mask);
        span = count;
    }

    const FilterStep *after(bool passed) const
    {
        return reinterpret_cast<const FilterStep *>(reinterpret_cast<const u8 *>(this) +
                                                    next[passed]);
    }

  private:
    template <typename T> static T *pointer(u64 address)
    {
        return reinterpret_cast<T *>(static_cast<uptr>(address));
    }
    static u64 address(const void *pointer) { return reinterpret_cast<uptr>(pointer); }
};
static_assert(sizeof(FilterStep) == 40);

} // namespace spile
