// SPDX-License-Identifier: GPL-2.0
// The evaluators of a filter's program; the first part of one is inlined into the probes
// (include/glue/event_filter.h). All of them are hot: any context, NMI included; preemption
// disabled; no lock, no allocation, no sleep, no indirect call.
#pragma once

#include "base/span.hh"
#include "filter/step.hh"

namespace spile
{

// From a step and the value that it asks for to the next step that asks for one, or to a
// verdict: what a probe does not do itself.
const FilterStep *filter_next_other(const FilterStep *step, u64 value);

// From a step to the verdict. `entry` holds all fixed bytes that the program looks at; where
// the rest lies is checked.
const FilterStep *filter_finish(const FilterStep *step, Span<const u8> entry);

} // namespace spile
