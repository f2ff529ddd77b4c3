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
    return step;
}

u32 bytes_of(const FilterStep &step)
{
    switch (step.load) {
    case FilterLoad::one:
        return 1;
    case FilterLoad::two:
        return 2;
    case FilterLoad::four:
        return 4;
    case FilterLoad::eight:
        return 8;
    case FilterLoad::none:
        break;
    }
    switch (step.test) {
    case FilterTest::static_string:
        return static_cast<u32>(step.room);
    case FilterTest::dyn_string:
    case FilterTest::rel_string:
    case FilterTest::cpumask:
        return 4; // offset and length
    default:
        return 0;
    }
}

Result<Vec<LoweredPredicate>> lower_all(const SyntaxTree &tree, const CpuMasks &masks,
                                        Vec<FilterPattern> &patterns)
{
    usize strings = 0;
    for (const Predicate &term : tree.terms)
        strings += term.kind == PredicateKind::string;
    TRY(patterns.reserve(strings)); // in one piece: steps point into it
    Vec<LoweredPredicate> lowered;
    TRY(lowered.reserve(tree.terms.size()));
    for (const Predicate &term : tree.terms)
        lowered.push_reserved(lower(term, masks, patterns));
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
            step.ask = filter_ask_nothing;
            step.load = FilterLoad::none;
        }
        step.yes = (place[flow[i].yes] - place[i]) * u32{sizeof(FilterStep)};
        step.no = (place[flow[i].no] - place[i]) * u32{sizeof(FilterStep)};
        steps.push_reserved(step);
    }
    steps.push_reserved(verdict_step(rejects ? SPILE_FILTER_REJECT : SPILE_FILTER_ACCEPT));
    steps.push_reserved(verdict_step(rejects ? SPILE_FILTER_ACCEPT : SPILE_FILTER_REJECT));
    return spile::move(steps);
}

} // namespace

Result<FilterProgram> FilterProgram::compile(const SyntaxTree &tree, CpuMasks masks)
{
    FilterProgram made(spile::move(masks));
    const Vec<LoweredPredicate> terms = TRY(lower_all(tree, made.masks_, made.patterns_));
    Flow flow = TRY(Flow::create(tree, terms.span()));
    made.steps_ = TRY(arrange(terms.span(), flow));
    TRY(made.add_scratch());
    made.sum_up();
    return spile::move(made);
}

Result<void> FilterProgram::add_scratch()
{
    for (FilterStep &step : steps_) {
        if (step.test != FilterTest::ptr_string)
            continue;
        if (!scratch_.rooms())
            scratch_ = TRY(FilterScratch::create());
        step.rooms = scratch_.rooms();
    }
    return Ok{};
}

void FilterProgram::sum_up()
{
    for (const FilterStep &step : steps_) {
        needs_entry_ |= step.ask == SPILE_FILTER_ENTRY;
        fixed_bytes_ = max(fixed_bytes_, step.offset + bytes_of(step));
    }
}

} // namespace spile
