// SPDX-License-Identifier: GPL-2.0
// Callback: ops of another module (include/spile/ops.h).
#pragma once

#include "ops/dispatch.hh"
#include "ops/registry.hh"
#include "spile/ops.h"

namespace spile {

struct Callback {
    Op op;
    FilterSet *set = nullptr;
    spile_ops *user = nullptr;
    bool registered = false; // holds its owner
    bool has_counted = false; // hits of an earlier registration
    bool prepared = false;    // by spile_prepare_ops(): outlives a registration

    // The one indirect call of the hit path: another module's function.
    static void hit(const Op &op, const Hit &hit)
    {
        auto *callback = static_cast<Callback *>(op.target);
        callback->user->func(hit.ip, hit.parent_ip, callback->user,
                             static_cast<ftrace_regs *>(hit.regs));
    }
};

} // namespace spile
