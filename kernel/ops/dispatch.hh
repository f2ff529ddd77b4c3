// SPDX-License-Identifier: GPL-2.0
// Dispatch: site -> group of sets -> ops, and one switch on the op's kind.
//
// Contexts: any, NMI included; the caller has preemption off and holds the
// recursion guard. No lock, no allocation, no sleep. No indirect call, but for
// OpKind::callback, which is another module's function by definition.
#pragma once

#include "arch/local.hh"
#include "ops/call_sites.hh"
#include "ops/hit.hh"
#include "ops/op.hh"

namespace spile {

// `runner` gives what lies above ops: function(), command(), callback().
template <typename Runner>
[[gnu::always_inline]] inline void dispatch(const CallSites &sites, const Hit &hit, Runner &runner)
{
    const SiteGroup *group = sites.find(hit.ip);
    if (!group) [[unlikely]]
        return; // switched off while the call was on its way here
    for (FilterSet *const *set = group->sets; *set; ++set) {
        for (OpSlot *slot = load_acquire((*set)->ops); slot; slot = load_acquire(slot->next)) {
            Op &op = *slot->op;
            if (load_relaxed(op.live) != slot) [[unlikely]]
                continue; // moved or taken off a moment ago
            switch (op.kind) {
            case OpKind::count:
                local_add(*reinterpret_cast<u64 *>(static_cast<char *>(op.percpu) + hit.cpu_offset),
                          1);
                break;
            case OpKind::function:
                runner.function(op, hit);
                break;
            case OpKind::command:
                runner.command(op, hit);
                break;
            case OpKind::callback:
                runner.callback(op, hit);
                break;
            }
        }
    }
}

} // namespace spile
