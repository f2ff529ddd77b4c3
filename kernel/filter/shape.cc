// SPDX-License-Identifier: GPL-2.0
#include "filter/shape.hh"

namespace spile
{

namespace
{

bool is_range(const FilterStep &step) { return step.kind() <= FilterTest::range_and_more; }
bool is_wide(const FilterStep &step) { return step.how_to_load() == FilterLoad::wide; }

} // namespace

FilterShape shape_of(Span<const FilterStep> steps)
{
    usize tests = steps.size() - 2; // beside the verdicts
    if (tests < 1 || tests > 2 || !is_range(steps[0]) || !is_wide(steps[0]))
        return FilterShape::any;
    auto accepts = [](const FilterStep *step) { return step->ask == SPILE_FILTER_ACCEPT; };
    auto rejects = [](const FilterStep *step) { return step->ask == SPILE_FILTER_REJECT; };
    const FilterStep &last = steps[tests - 1];
    if (!accepts(last.after(true)) || !rejects(last.after(false)))
        return FilterShape::any;
    if (tests == 1)
        return FilterShape::one;
    // A second range of the same field keeps the value elsewhere; here it loads it again.
    bool keeps = last.how_to_load() == FilterLoad::none;
    if (!is_range(last) || !(is_wide(last) || keeps))
        return FilterShape::any;
    if (rejects(steps[0].after(false)))
        return FilterShape::both;
    return accepts(steps[0].after(true)) ? FilterShape::either : FilterShape::any;
}

} // namespace spile
