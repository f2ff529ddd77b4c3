// SPDX-License-Identifier: GPL-2.0
#include "gate.hh"

#include "glue/hit.h"

namespace spile {

// "Every site" is a state of its own: the kernel then needs no list, and fills
// and walks none. Leaving it for less, the whole list is handed over once.
Result<void> Gate::apply(const PatchPlan &plan)
{
    State wanted = plan.after.traced() == 0 ? State::closed
                   : plan.everything        ? State::everything
                                            : State::listed;
    TRY(go_to(wanted, plan));
    state_ = wanted;
    return Ok{};
}

void Gate::clear()
{
    if (state_ != State::closed)
        spile_gate_close();
    state_ = State::closed;
}

Result<void> Gate::go_to(State wanted, const PatchPlan &plan)
{
    switch (wanted) {
    case State::closed:
        clear();
        return Ok{};
    case State::everything:
        if (state_ == State::everything)
            return Ok{};
        return from_c(state_ == State::closed ? spile_gate_open_everything()
                                              : spile_gate_set_everything());
    case State::listed:
        break;
    }
    if (state_ == State::closed)
        return from_c(spile_gate_open(plan.on.data(), plan.on.size()));
    if (state_ == State::everything) {
        SiteList all = TRY(list_of(plan.after));
        return from_c(spile_gate_set(all.span().data(), all.size()));
    }
    if (!plan.on.empty())
        TRY(from_c(spile_gate_add(plan.on.data(), plan.on.size())));
    if (!plan.off.empty())
        spile_gate_remove(plan.off.data(), plan.off.size());
    return Ok{};
}

Result<SiteList> Gate::list_of(const CallSites &sites)
{
    SiteList list;
    Result<void> collected = Ok{};
    sites.for_each_traced([&](SiteId site, const SiteGroup &) {
        if (collected)
            collected = list.collect(site);
    });
    if (!collected)
        return collected.error();
    return list;
}

} // namespace spile
