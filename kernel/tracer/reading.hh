// SPDX-License-Identifier: GPL-2.0
// What is in an instance's trace now, record by record, whichever way it was written.
#pragma once

#include "ring/reader.hh"
#include "tracer/buffers.hh"

namespace spile {

// Oldest first; `cpu` may be all_cpus. Errors: no_memory, not_found (there is no snapshot).
Result<Box<EntryReader>> read_trace(TraceBuffers &buffers, Which which, unsigned cpu);

} // namespace spile
