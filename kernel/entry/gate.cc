// SPDX-License-Identifier: GPL-2.0
#include "gate.hh"

#include "glue/hit.h"

namespace spile {

// "Every site" is a state of its own: the kernel then needs no list, and fills
// and walks none. Leaving it for less, the whole list is handed over once.
Result<void> Gate::apply(const PatchPlan &plan)
{
    if (plan.everything) {
        if (!everything_)
            TRY(from_c(spile_gate_set_everything()));
        everything_ = true;
        return Ok{};
    }
    if (everything_) {
        TRY(set_to(plan.after));
        everything_ = false;
        return Ok{};
    }
    if (!plan.on.empty())
        TRY(from_c(spile_gate_add(plan.on.data(), plan.on.size())));
    if (!plan.off.empty())
        spile_gate_remove(plan.off.data(), plan.off.size());
    return Ok{};
}

Result<void> Gate::set_to(const CallSites &sites)
{
    SiteList list;
    Result<void> collected = Ok{};
    sites.for_each_traced([&](SiteId site, const SiteGroup &) {
        if (collected)
            collected = list.collect(site);
    });
    if (!collected)
        return collected;
    return from_c(spile_gate_set(list.span().data(), list.size()));
}

} // namespace spile
