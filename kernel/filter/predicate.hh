// SPDX-License-Identifier: GPL-2.0
// Predicate: one comparison of a filter, checked, as it was meant: what the syntax
// tree holds and the program is made of.
#pragma once

#include "filter/field.hh"

namespace spile
{

// In the order in which the kernel looks for them: "<=" has to come before "<".
enum class FilterOp : u8 { glob, ne, eq, le, lt, ge, gt, band };

enum class PredicateKind : u8 {
    number,   // op: all but glob; `value` not yet cut to the field's width
    function, // eq, ne: within [value, end) or not
    cpus,     // eq, ne, band: `cpus`
    string,   // eq, ne, glob: `pattern`
    words,    // eq, ne: names and globs of functions in `pattern`, of a function event
};

struct Predicate {
    PredicateKind kind = PredicateKind::number;
    FilterOp op = FilterOp::eq;
    bool inverted = false;  // string: "!=", and a glob that begins with '!'
    bool from_user = false; // string: the address is one of user space
    FilterField field;
    u64 value = 0;
    u64 end = 0;
    Text pattern;   // within the filter's text; of a glob without its '!'
    u32 cpus = 0;   // where the mask begins in the array of all masks
    u32 column = 0; // of its first byte
};

} // namespace spile
