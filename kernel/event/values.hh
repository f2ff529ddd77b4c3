// SPDX-License-Identifier: GPL-2.0
// Enumerators and sizes in a print_fmt, for which readers want numbers.
#pragma once

#include "base/print.hh"
#include "base/span.hh"
#include "base/vec.hh"

namespace spile
{

struct NamedValue {
    Text name; // "XDP_PASS", "sizeof(struct page)"
    i64 value;
};

// Names that texts of events of a system may use.
Result<Vec<NamedValue>> values_of(const char *system);

// `print_fmt` with values instead of their names. Names in strings stay, and names of
// members.
void print_with_values(Printer &out, Text print_fmt, Span<const NamedValue> values);

} // namespace spile
