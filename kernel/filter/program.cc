// SPDX-License-Identifier: GPL-2.0
#include "filter/program.hh"

#include "filter/flow.hh"

namespace spile
{

namespace
{

FilterStep verdict_step(spile_filter_ask verdict)
{
    FilterStep step = {};
    step.ask = verdict;
    step.set_kind(FilterTest::verdict);
    step.set_load(FilterLoad::none);
    return step;
}

u32 bytes_of(const FilterStep &step)
{
    switch (step.how_to_load()) {
    case FilterLoad::one:
        return 1;
    case FilterLoad::two:
        return 2;
    case FilterLoad::four:
        return 4;
    case FilterLoad::wide:
        return 8;
    case FilterLoad::cpu:
    case FilterLoad::none:
        break;
    }
    switch (step.kind()) {
    case FilterTest::static_string:
        return static_cast<u32>(step.room());
    case FilterTest::dyn_string:
    case FilterTest::rel_string:
    case FilterTest::cpumask:
        return 4; // offset and length
    default:
        return 0;
    }
}

Result<Vec<LoweredPredicate>> lower_all(const SyntaxTree &tree, const CpuMasks &masks,
                                        Vec<FilterPattern> &patterns, u32 entry_bytes)
{
    usize strings = 0;
    for (const Predicate &term : tree.terms)
        strings += term.kind == PredicateKind::string;
    TRY(patterns.reserve(strings)); // in one piece: steps point into it
    Vec<LoweredPredicate> lowered;
    TRY(lowered.reserve(tree.terms.size()));
    for (const Predicate &term : tree.terms)
        lowered.push_reserved(lower(term, {masks, patterns, entry_bytes}));
    return spile::move(lowered);
}

// Those that can be reached, in their order, and both verdicts behind them.
Result<Vec<FilterStep>> arrange(Span<const LoweredPredicate> terms, const Flow &flow)
{
    Vec<u32> place; // in the program
    TRY(place.reserve(terms.size() + 2));
    u32 count = 0;
    for (u32 i = 0; i < terms.size(); ++i)
        place.push_reserved(flow[i].reached ? count++ : ~u32{0});
    // The one that a program without a test begins with comes first.
    bool rejects = flow.start() == flow.reject();
    place.push_reserved(count + rejects);
    place.push_reserved(count + !rejects);

    Vec<FilterStep> steps;
    TRY(steps.reserve(count + 2));
    for (u32 i = 0; i < terms.size(); ++i) {
        if (!flow[i].reached)
            continue;
        FilterStep step = terms[i].step;
        if (flow[i].keeps_value) {
            step.ask = SPILE_FILTER_NOTHING;
            step.set_load(FilterLoad::none);
        }
        step.next[0] = (place[flow[i].no] - place[i]) * u32{sizeof(FilterStep)};
        step.next[1] = (place[flow[i].yes] - place[i]) * u32{sizeof(FilterStep)};
        steps.push_reserved(step);
    }
    steps.push_reserved(verdict_step(rejects ? SPILE_FILTER_REJECT : SPILE_FILTER_ACCEPT));
    steps.push_reserved(verdict_step(rejects ? SPILE_FILTER_ACCEPT : SPILE_FILTER_REJECT));
    return spile::move(steps);
}

// What a range leaves out is a range as well: let it be the way to accept that passes it,
// or the way to reject that fails it. Fewer shapes are left for what means the same.
void turn(FilterStep &step)
{
    if (step.kind() != FilterTest::range || (step.after(true)->ask != SPILE_FILTER_REJECT &&
                                             step.after(false)->ask != SPILE_FILTER_ACCEPT))
        return;
    swap(step.next[0], step.next[1]);
    step.low = (step.low + step.span + 1) & step.mask;
    step.span = step.mask - step.span - 1;
}

// The probe itself follows a range only to steps that ask for a value.
void mark_ranges_with_more(Span<FilterStep> steps)
{
    for (FilterStep &step : steps)
        if (step.kind() == FilterTest::range && (step.after(false)->ask == SPILE_FILTER_NOTHING ||
                                                 step.after(true)->ask == SPILE_FILTER_NOTHING))
            step.set_kind(FilterTest::range_and_more);
}

} // namespace

Result<FilterProgram> FilterProgram::compile(const SyntaxTree &tree, CpuMasks masks,
                                             u32 entry_bytes)
{
    FilterProgram made(spile::move(masks));
    const Vec<LoweredPredicate> terms =
        TRY(lower_all(tree, made.masks_, made.patterns_, entry_bytes));
    Flow flow = TRY(Flow::create(tree, terms.span()));
    made.steps_ = TRY(arrange(terms.span(), flow));
    for (FilterStep &step : made.steps_)
        turn(step);
    mark_ranges_with_more(made.steps_.span());
    TRY(made.add_scratch());
    made.sum_up();
    return spile::move(made);
}

Result<void> FilterProgram::add_scratch()
{
    for (FilterStep &step : steps_) {
        if (step.kind() != FilterTest::ptr_string)
            continue;
        if (!scratch_.rooms())
            scratch_ = TRY(FilterScratch::create());
        step.set_rooms(scratch_.rooms());
    }
    return Ok{};
}

void FilterProgram::sum_up()
{
    for (const FilterStep &step : steps_) {
        needs_entry_ |= step.ask == SPILE_FILTER_ENTRY;
        fixed_bytes_ = max(fixed_bytes_, step.offset + bytes_of(step));
    }
    const Vec<FilterStep> &steps = steps_;
    shape_ = shape_of(steps.span());
}

} // namespace spile
