// SPDX-License-Identifier: GPL-2.0
#include "filter/flow.hh"

namespace spile
{

Result<Flow> Flow::create(const SyntaxTree &tree, Span<const LoweredPredicate> terms)
{
    Flow flow;
    TRY(flow.exits_.reserve(terms.size()));
    for (usize i = 0; i < terms.size(); ++i)
        flow.exits_.push_reserved(FlowExits());
    TRY(flow.follow_tree(tree));
    TRY(flow.skip_known(terms));
    TRY(flow.find_kept_values(terms));
    return spile::move(flow);
}

// From the root down: a node knows where to go on when it holds and when it does not,
// and tells its children. A parent stands behind its children.
Result<void> Flow::follow_tree(const SyntaxTree &tree)
{
    struct Ways {
        u32 yes, no;
    };
    Vec<Ways> ways;
    TRY(ways.reserve(tree.nodes.size()));
    for (usize i = 0; i < tree.nodes.size(); ++i)
        ways.push_reserved({accept(), reject()});
    for (u32 at = tree.root() + 1; at-- > 0;) {
        const SyntaxNode &node = tree.nodes[at];
        Ways own = ways[at];
        if (node.inverted)
            swap(own.yes, own.no);
        switch (node.kind) {
        case SyntaxKind::term:
            exits_[node.first_term].yes = own.yes;
            exits_[node.first_term].no = own.no;
            break;
        case SyntaxKind::both:
            ways[node.left] = {tree.nodes[node.right].first_term, own.no};
            ways[node.right] = own;
            break;
        case SyntaxKind::either:
            ways[node.left] = {own.yes, tree.nodes[node.right].first_term};
            ways[node.right] = own;
            break;
        }
    }
    return Ok{};
}

// Ways lead past predicates whose verdict is known or makes no difference. All ways
// lead forward, so the last predicate comes first.
Result<void> Flow::skip_known(Span<const LoweredPredicate> terms)
{
    Vec<u32> entry; // where one really arrives
    TRY(entry.reserve(terms.size() + 2));
    for (u32 i = 0; i < terms.size() + 2; ++i)
        entry.push_reserved(i);
    for (u32 i = accept(); i-- > 0;) {
        FlowExits &exits = exits_[i];
        exits.yes = entry[exits.yes];
        exits.no = entry[exits.no];
        if (terms[i].verdict == Verdict::always || exits.yes == exits.no)
            entry[i] = exits.yes;
        else if (terms[i].verdict == Verdict::never)
            entry[i] = exits.no;
    }
    start_ = entry[0];
    if (start_ < accept())
        exits_[start_].reached = true;
    for (u32 i = start_; i < accept(); ++i) {
        if (!exits_[i].reached)
            continue;
        const u32 both[] = {exits_[i].yes, exits_[i].no};
        for (u32 next : both)
            if (next < accept())
                exits_[next].reached = true;
    }
    return Ok{};
}

// What value is at hand when a predicate is reached: one, if it is the same on all ways.
Result<void> Flow::find_kept_values(Span<const LoweredPredicate> terms)
{
    constexpr i32 unknown = SPILE_FILTER_ENTRY, unreached = SPILE_FILTER_REJECT;
    Vec<i32> at_hand;
    TRY(at_hand.reserve(terms.size()));
    for (usize i = 0; i < terms.size(); ++i)
        at_hand.push_reserved(unreached);
    if (start_ < accept())
        at_hand[start_] = unknown;
    for (u32 i = start_; i < accept(); ++i) {
        if (!exits_[i].reached)
            continue;
        i32 ask = terms[i].step.ask;
        exits_[i].keeps_value = ask >= 0 && ask != SPILE_FILTER_NOTHING && ask == at_hand[i];
        i32 after = ask == SPILE_FILTER_NOTHING ? at_hand[i] : ask;
        const u32 both[] = {exits_[i].yes, exits_[i].no};
        for (u32 next : both)
            if (next < accept())
                at_hand[next] =
                    at_hand[next] == unreached || at_hand[next] == after ? after : unknown;
    }
    return Ok{};
}

} // namespace spile
