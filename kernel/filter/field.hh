// SPDX-License-Identifier: GPL-2.0
// FilterField: what a name in a filter stands for: a field of the event, one of
// the fields common to all, the current CPU or the current task's name.
#pragma once

#include "filter/target.hh"
#include "glue/event_filter.h"

namespace spile
{

enum class FieldKind : u8 {
    number,   // an integer, and whatever else is compared as one
    trace_fn, // a number: the address of code
    cpu,      // no field: the CPU
    comm,     // no field: the task's name
    static_string,
    dyn_string, // __data_loc
    rel_string, // __rel_loc
    ptr_string, // the address of one
    cpumask,    // __data_loc
};

struct FilterField {
    FieldKind kind = FieldKind::number;
    bool is_signed = false;
    bool is_scalar = false; // a probe can give its value alone, or a string's source
    u16 offset = 0, size = 0;
    i32 ask = 0; // spile_filter_ask

    bool is_string() const
    {
        switch (kind) {
        case FieldKind::comm:
        case FieldKind::static_string:
        case FieldKind::dyn_string:
        case FieldKind::rel_string:
        case FieldKind::ptr_string:
            return true;
        default:
            return false;
        }
    }
};

// The event's own fields come before the generic names (CPU, COMM), and these before
// the common fields. False when there is none of this name.
bool find_field(const FilterTarget &target, Text name, FilterField &found);

} // namespace spile
