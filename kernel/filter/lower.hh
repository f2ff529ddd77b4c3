// SPDX-License-Identifier: GPL-2.0
// From a predicate to the step that tests it, or to its verdict where that is known
// already: `unsigned >= 0`, or a number compared with 16 bytes.
#pragma once

#include "base/vec.hh"
#include "filter/cpu_list.hh"
#include "filter/predicate.hh"
#include "filter/step.hh"

namespace spile
{

enum class Verdict : u8 { open, always, never };

struct LoweredPredicate {
    FilterStep step = {};
    Verdict verdict = Verdict::open;
};

// `patterns` has room for one more; steps point into it and into `masks`.
LoweredPredicate lower(const Predicate &from, const CpuMasks &masks, Vec<FilterPattern> &patterns);

} // namespace spile
