// SPDX-License-Identifier: GPL-2.0
// Op: something that wants to see hits of a set of call sites. Its kind is an
// enum, run by one switch (ops/dispatch.hh): no function pointer on the hit path.
#pragma once

#include "ops/filter_set.hh"

namespace spile {

enum class OpKind : u8 {
    count,         // a per-CPU counter
    function,      // the function tracer: one record in an instance's ring
    function_backward, // the same, in a ring that is written backward
    function_more, // the same, with options that make more or less of a hit than that
    command,       // a function command: traceon, stacktrace, ...
    callback,      // another module's function (include/spile/ops.h)
};

struct Op {
    // Read by the hit path. The kind may change between the tracer's two while it runs.
    OpKind kind = OpKind::count;
    void *percpu = nullptr; // count: u64 hits per CPU
    void *target = nullptr; // by kind: the tracer's, command's or callback's object
    OpLink links[eras];     // its places in the lists of its set

    // The registry's.
    FilterSet *on = nullptr; // null while not registered
    u64 batch = 0;           // last attachment that it was part of

    bool registered() const { return on != nullptr; }
    FilterSet *set() const { return on; }
};

} // namespace spile
