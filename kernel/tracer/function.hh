// SPDX-License-Identifier: GPL-2.0
// The function tracer: each hit becomes one record {ip, parent_ip}; with its options, also
// a stack, or only the first of equal hits (FunctionMore).
// Source of behaviour: Documentation/trace/ftrace.rst, "function".
#pragma once

#include "ops/dispatch.hh"
#include "ops/registry.hh"
#include "tracer/record.hh"
#include "tracer/repeats.hh"

namespace spile {

// options/func_stack_trace and func-no-repeats.
struct FunctionMore {
    bool stack = false;
    bool no_repeats = false;
};

class FunctionTracer : private Op {
  public:
    FunctionTracer(Registry &registry, TraceTarget &target);
    ~FunctionTracer() { stop(); }

    // Errors: no_memory, busy, the patcher's.
    Result<void> start(FilterSet &set);
    void stop() { registry_.detach(*this); }
    bool running() const { return registered(); }
    // Follows a filter that changed while running. On failure the old one stays.
    Result<void> retarget(FilterSet &set);
    // Also while it runs. Errors: no_memory; all is as before.
    Result<void> set_more(FunctionMore more);

    // Contexts: any, NMI included; preemption off. No lock, no allocation.
    template <Direction direction>
    [[gnu::always_inline]] static void hit(const Op &op, const Hit &hit)
    {
        TraceTarget &target = *static_cast<TraceTarget *>(op.target);
        if (!target.admits(hit.cpu_offset)) [[unlikely]]
            return;
        RecordIn<spile_record_function, direction> record(target, hit.cpu_offset,
                                                          SPILE_RECORD_FUNCTION);
        if (record) [[likely]] {
            record->ip = hit.ip;
            record->parent_ip = hit.parent_ip;
        }
    }
    // Of OpKind::function_more.
    static void hit_more(const Op &op, const Hit &hit);

  private:
    void choose_kind();

    Registry &registry_;
    bool stack_ = false;
    bool no_repeats_ = false;
    Box<Repeats> repeats_; // once asked for, it stays
};

} // namespace spile
