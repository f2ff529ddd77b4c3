// SPDX-License-Identifier: GPL-2.0
// The function tracer: each hit becomes one record {ip, parent_ip}.
// Source of behaviour: Documentation/trace/ftrace.rst, "function".
#pragma once

#include "ops/dispatch.hh"
#include "ops/registry.hh"
#include "tracer/record.hh"
#include "tracer/target.hh"

namespace spile {

class FunctionTracer {
  public:
    FunctionTracer(Registry &registry, TraceTarget &target);
    ~FunctionTracer() { stop(); }

    // Errors: no_memory, busy, the patcher's.
    Result<void> start(FilterSet &set);
    void stop() { registry_.detach(op_); }
    bool running() const { return op_.registered(); }
    // Follows a filter that changed while running. On failure the old one stays.
    Result<void> retarget(FilterSet &set);

    // Contexts: any, NMI included; preemption off. No lock, no allocation.
    template <Direction direction>
    [[gnu::always_inline]] static void hit(const Op &op, const Hit &hit)
    {
        TraceTarget &target = *static_cast<TraceTarget *>(op.target);
        if (!target.admits(hit.cpu_offset)) [[unlikely]]
            return;
        RecordIn<spile_record_function, direction> record(target, hit.cpu_offset, SPILE_RECORD_FUNCTION);
        if (record) [[likely]] {
            record->ip = hit.ip;
            record->parent_ip = hit.parent_ip;
        }
    }

  private:
    Registry &registry_;
    Op op_;
};

} // namespace spile
