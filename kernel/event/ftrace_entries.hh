// SPDX-License-Identifier: GPL-2.0
// Formats of the entries that are no events: those of the tracers, of stack traces and of
// what users write. They have the kernel's ids.
#pragma once

#include "event/format.hh"

namespace spile
{

// By name; all below SPILE_RECORD_FIRST_EVENT.
extern const Span<const FormatText> ftrace_entries;

} // namespace spile
