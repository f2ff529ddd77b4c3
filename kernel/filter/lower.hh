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

// What steps point to, and the bytes that every entry of the event has.
struct LoweringTo {
    const CpuMasks &masks;
    Vec<FilterPattern> &patterns; // with room for one more
    u32 entry_bytes;
};

LoweredPredicate lower(const Predicate &from, const LoweringTo &to);

} // namespace spile
