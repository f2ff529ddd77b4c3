// SPDX-License-Identifier: GPL-2.0
// The five characters that tell in which context a record was made, such as "dNh1.".
// Source: Documentation/trace/ftrace.rst, "Latency trace format".
#pragma once

#include "base/types.hh"

namespace spile {

struct LatencyFlags {
    char text[5];
};

// `context` as spile_task_context() makes it.
LatencyFlags latency_flags(u64 context);

} // namespace spile
