// SPDX-License-Identifier: GPL-2.0
// The evaluators of a filter's program. All of them are hot: any context, NMI included;
// preemption disabled; no lock, no allocation, no sleep, no indirect call.
#pragma once

#include "base/span.hh"
#include "filter/step.hh"

namespace spile
{

// Begins a run. Returns what it asks first: include/glue/event_filter.h.
int filter_begin(const FilterStep *first, spile_filter_run &run);

// Goes on with the value of what was asked.
int filter_next(spile_filter_run &run, u64 value);

// Goes on, from where the run asked for the entry or from the first step, to the verdict.
// `entry` holds all fixed bytes that the program looks at; where the rest lies is checked.
bool filter_finish(const FilterStep *step, Span<const u8> entry);

} // namespace spile
