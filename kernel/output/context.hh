// SPDX-License-Identifier: GPL-2.0
// What stands before a record in its line: who, where, when.
// Source: Documentation/trace/ftrace.rst, "Output format" and "Latency trace format".
#pragma once

#include "base/print.hh"
#include "output/options.hh"
#include "ring/reader.hh"

namespace spile {

// "            bash-108     [001] d.h1.     3.765640: "
void print_context(Printer &out, const Entry &entry, const OutputOptions &options);

// "    bash-108       1d.h1."; verbose with flags as numbers and the line's `index`.
void print_latency_context(Printer &out, const Entry &entry, u64 index,
                           const OutputOptions &options);
// " 101761us!: ": time since time_start, and a mark for how long until `next_time`.
void print_latency_stamp(Printer &out, u64 time, u64 next_time, const OutputOptions &options);

} // namespace spile
