// SPDX-License-Identifier: GPL-2.0
// Op: something that wants to see hits of a set of call sites. Its kind is an
// enum, run by one switch (ops/dispatch.hh): no function pointer on the hit path.
#pragma once

#include "ops/filter_set.hh"

namespace spile {

enum class OpKind : u8 {
    count,    // a per-CPU counter
    function, // the function tracer: one record in an instance's ring
    command,  // a function command: traceon, stacktrace, ...
    callback, // another module's function (include/spile/ops.h)
};

struct Op {
    // Read by the hit path.
    OpSlot *live = nullptr; // the slot that counts; one store moves an op between sets
    OpKind kind = OpKind::count;
    void *percpu = nullptr; // count: u64 hits per CPU
    void *target = nullptr; // by kind: the tracer's, command's or callback's object

    // Two places, so that a move can link the new one before it drops the old.
    OpSlot slots[2];
    bool slot_resting[2] = {}; // unlinked, and a grace period not known to be over
    u64 batch = 0;             // last attachment that it was part of

    bool registered() const { return live != nullptr; }
    FilterSet *set() const { return live ? live->set : nullptr; }
};

} // namespace spile
