// SPDX-License-Identifier: GPL-2.0
// The lines before the records of a trace file.
// Source: Documentation/trace/ftrace.rst, "Output format" and "Latency trace format".
#pragma once

#include "base/print.hh"
#include "output/options.hh"

namespace spile {

struct HeaderFacts {
    Text tracer;
    u64 entries = 0; // RingStats.entries of all CPUs, also in a file of one CPU
    u64 overrun = 0; // RingStats.overrun
    unsigned cpus_online = 0;
    // For latency-format only.
    bool empty = false; // no record follows
    Text kernel_release{};
    Text preemption{}; // "desktop"
    unsigned cpu = 0; // where the tracer was started
};

void print_header(Printer &out, const HeaderFacts &facts, const OutputOptions &options,
                  LineFormat format = LineFormat::plain);

} // namespace spile
