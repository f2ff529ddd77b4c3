// SPDX-License-Identifier: GPL-2.0
// The lines before the records of a trace file.
// Source: Documentation/trace/ftrace.rst, "Output format".
#pragma once

#include "base/print.hh"
#include "output/options.hh"

namespace spile {

struct HeaderFacts {
    Text tracer;
    u64 entries = 0; // RingStats.entries of all CPUs, also in a file of one CPU
    u64 overrun = 0; // RingStats.overrun
    unsigned cpus_online = 0;
};

void print_header(Printer &out, const HeaderFacts &facts, const OutputOptions &options);

} // namespace spile
