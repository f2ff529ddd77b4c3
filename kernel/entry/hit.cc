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
        FunctionTracer::hit(op, hit);
    }
    void command(const Op &op, const Hit &hit) { FunctionCommand::hit(op, hit); }
    void callback(const Op &op, const Hit &hit) { Callback::hit(op, hit); }
};

} // namespace
} // namespace spile

// Contexts: task, softirq, IRQ, NMI. Preemption: off (the gate saw to it).
// Locks: none. Allocation: none.
extern "C" void spile_hit(unsigned long ip, unsigned long parent_ip, unsigned long cpu_offset,
                          unsigned int level, void *regs)
{
    using namespace spile;
    Core &the = *core;
    RecursionGuard guard(the.hit_cpus.at(cpu_offset), level);
    if (!guard.entered()) [[unlikely]]
        return;
    Hit hit{ip, parent_ip, cpu_offset, regs};
    Runner runner;
    dispatch(the.registry.call_sites(), hit, runner);
}
