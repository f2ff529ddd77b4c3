// SPDX-License-Identifier: GPL-2.0
// The five characters that tell in which context a record was made, such as "dNh1.".
// Source: Documentation/trace/ftrace.rst, "Latency trace format".
#pragma once

#include "base/types.hh"

namespace spile {

struct ContextBits {
    u32 flags; // TRACE_FLAG_* of the kernel
    u32 preempt_depth;
    u32 migrate_depth;
};

struct LatencyFlags {
    char text[5];
};

// `context` as spile_task_context() makes it.
ContextBits context_bits(u64 context);
LatencyFlags latency_flags(u64 context);

} // namespace spile
