// SPDX-License-Identifier: GPL-2.0
// The text of per_cpu/cpuN/stats.
#pragma once

#include "base/print.hh"
#include "ring/stats.hh"

namespace spile {

// Times in seconds where the clock counts nanoseconds, else as they are.
void print_ring_stats(Printer &out, const RingStats &stats, bool in_ns);

} // namespace spile
