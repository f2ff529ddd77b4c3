// SPDX-License-Identifier: GPL-2.0
// Where the gate's hits enter the core.
#include "glue/hit.h"

#include "callback.hh"
#include "commands/command.hh"
#include "core.hh"
#include "ops/dispatch.hh"

namespace spile {
namespace {

struct Runner {
    [[gnu::always_inline]] void function(const Op &op, const Hit &hit)
    {
        FunctionTracer::hit<Direction::forward>(op, hit);
    }
    [[gnu::always_inline]] void function_backward(const Op &op, const Hit &hit)
    {
        FunctionTracer::hit<Direction::backward>(op, hit);
    }
    [[gnu::noinline]] void function_more(const Op &op, const Hit &hit)
    {
        FunctionTracer::hit_more(op, hit);
    }
    [[gnu::noinline]] void command(const Op &op, const Hit &hit) { FunctionCommand::hit(op, hit); }
    [[gnu::always_inline]] void callback(const Op &op, const Hit &hit) { Callback::hit(op, hit); }
};

} // namespace
} // namespace spile

// Contexts: task, softirq, IRQ, NMI; never nested in the same one (the gate sees
// to it). Preemption: off. Locks: none. Allocation: none.
extern "C" void spile_hit(unsigned long ip, unsigned long parent_ip, unsigned long cpu_offset,
                          void *regs)
{
    using namespace spile;
    dispatch<Runner>(core_on_hit().registry.call_sites(), ip, parent_ip, cpu_offset, regs);
}
