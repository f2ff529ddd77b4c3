// SPDX-License-Identifier: GPL-2.0
// Repeats: calls of one function from one place that follow each other on a CPU, of which
// all but the first are told by one record behind them (options/func-no-repeats).
// Source: Documentation/trace/ftrace.rst, "func-no-repeats"; the kernel's limits.
#pragma once

#include "base/box.hh"
#include "ops/hit.hh"
#include "tracer/target.hh"

namespace spile {

class Repeats {
  public:
    // Errors: no_memory.
    static Result<Box<Repeats>> create();
    ~Repeats() { spile_free_percpu(percpu_); }

    // True: the hit repeats the last one of this CPU, and is counted. False: it is another;
    // if there were repeats before it, they are recorded now. A hit in an interrupt ends
    // the run that it comes into.
    // Contexts: any, NMI included; preemption off. No lock, no allocation.
    bool take(TraceTarget &target, const Hit &hit);
    // No hit is a repeat of one before. Nobody may be in take().
    void forget();

  private:
    struct Last {
        u64 ip;
        u64 parent_ip;
        u64 time; // of its last repeat
        u32 count;
    };
    Repeats() = default;
    template <typename T, typename... Args> friend Result<Box<T>> make_box(Args &&...args);
    Last &last(usize cpu_offset) const
    {
        return *reinterpret_cast<Last *>(reinterpret_cast<char *>(percpu_) + cpu_offset);
    }

    Last *percpu_ = nullptr;
};

} // namespace spile
