// SPDX-License-Identifier: GPL-2.0
// FilterTarget: the event that a filter is for.
#pragma once

#include "base/span.hh"
#include "glue/event_field.h"

namespace spile {

struct FilterTarget {
    Span<const spile_event_field> fields;
    // ftrace's own "function": a filter names functions, `ip == NAME...`.
    bool is_function_event = false;
    u32 cpus = 0; // how many there can be; 0: what glue says
    // Bit n: a probe can give the value of field n alone; of a string in the entry, the address
    // of what it would be copied from, or 0 for "(null)". From the 65th field on: no.
    u64 values = ~u64{0};
    u64 strings = 0;

    static bool has(u64 set, usize field) { return field < 64 && (set >> field & 1); }

    // What every entry has, before what is of no fixed size.
    u32 entry_bytes() const
    {
        u32 bytes = 8; // the common fields
        for (const spile_event_field &field : fields)
            bytes = max(bytes, u32{field.offset} + field.size);
        return bytes;
    }
};

} // namespace spile
