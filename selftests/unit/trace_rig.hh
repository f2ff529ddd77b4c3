// SPDX-License-Identifier: GPL-2.0
// For the tests of tracers and commands: a trace target on the functions of ops_rig.hh,
// and hits that run what the core would run.
#pragma once

#include "commands/commands.hh"
#include "ring/reader.hh"
#include "selftests/unit/ops_rig.hh"
#include "tracer/function.hh"

namespace spile::trace_test {

using namespace ops_test;

// As in entry/hit.cc; callbacks of other modules are not in these tests.
struct TraceRunner {
    void function(const Op &op, const Hit &hit)
    {
        FunctionTracer::hit<Direction::forward>(op, hit);
    }
    void function_backward(const Op &op, const Hit &hit)
    {
        FunctionTracer::hit<Direction::backward>(op, hit);
    }
    void function_more(const Op &op, const Hit &hit) { FunctionTracer::hit_more(op, hit); }
    void command(const Op &op, const Hit &hit) { FunctionCommand::hit(op, hit); }
    void callback(const Op &, const Hit &) {}
};

inline unsigned first_cpu() { return spile_cpu_next(0); }
// spile_cpu_limit() on a machine with one CPU.
inline unsigned second_cpu() { return spile_cpu_next(first_cpu() + 1); }

class TraceRig {
  public:
    explicit TraceRig(u32 kernel_sites = 100, Span<const Names::Row> names = {})
        : rig(Rig::create(kernel_sites, names)), target(TraceTarget::create(32).take())
    {
    }

    void call(SiteId site, unsigned cpu, uptr parent_ip = 0)
    {
        if (rig->patcher.patched(site))
            dispatch<TraceRunner>(rig->registry.call_sites(), address_of(site), parent_ip,
                                  spile_cpu_offset(cpu), nullptr);
    }
    void call(u32 i) { call(kernel_site(i), first_cpu()); }

    u64 recorded(unsigned cpu = all_cpus) { return target->ring().stats(cpu).written; }
    struct Sums {
        u64 recorded = 0, lost = 0, off = 0, mask = 0, pid = 0;
        u64 all() const { return recorded + lost + off + mask + pid; }
    };
    Sums sums()
    {
        Sums sum;
        for (unsigned cpu = spile_cpu_next(0); cpu < spile_cpu_limit();
             cpu = spile_cpu_next(cpu + 1)) {
            RingStats ring = target->ring().stats(cpu);
            TraceTarget::Filtered filtered = target->filtered(cpu);
            sum.recorded += ring.written;
            sum.lost += ring.commit_overrun + ring.dropped + ring.refused;
            sum.off += filtered.off;
            sum.mask += filtered.mask;
            sum.pid += filtered.pid;
        }
        return sum;
    }

    Box<Rig> rig;
    Box<TraceTarget> target;
};

} // namespace spile::trace_test
