// SPDX-License-Identifier: GPL-2.0
// FilterProgram: a filter as a flat array of steps, and what they point to. Immutable.
#pragma once

#include "filter/cpu_list.hh"
#include "filter/scratch.hh"
#include "filter/shape.hh"
#include "filter/syntax.hh"

namespace spile
{

class FilterProgram {
  public:
    // The tree's patterns borrow a text that has to outlive the program. `entry_bytes`: what
    // every entry of the event has. Errors: no_memory.
    static Result<FilterProgram> compile(const SyntaxTree &tree, CpuMasks masks, u32 entry_bytes);

    // A run begins at the first; the last two are the verdicts.
    Span<const FilterStep> steps() const { return steps_.span(); }
    // A string in the entry, an array or a cpumask is looked at.
    bool needs_entry() const { return needs_entry_; }
    // An entry is at least this long for its fields to lie within it.
    u32 fixed_bytes() const { return fixed_bytes_; }
    FilterShape shape() const { return shape_; }

  private:
    explicit FilterProgram(CpuMasks masks) : masks_(spile::move(masks)) {}
    Result<void> add_scratch();
    void sum_up();

    CpuMasks masks_;
    Vec<FilterPattern> patterns_;
    FilterScratch scratch_;
    Vec<FilterStep> steps_;
    u32 fixed_bytes_ = 0;
    bool needs_entry_ = false;
    FilterShape shape_ = FilterShape::any;
};

} // namespace spile
