// SPDX-License-Identifier: GPL-2.0
#include "glue/sched.h"

#include "fakes.hh"
#include "glue/memory.h"
#include "parts.hh"

namespace spile::fakes {
namespace {

constexpr usize most_cpus = 64;
constinit usize users = 0;
constinit int hook_error = 0;
constinit u32 running[most_cpus] = {};

} // namespace

usize sched_hooks() { return users; }
void fail_sched_hooks(int error) { hook_error = error; }

void set_running(unsigned cpu, u32 pid)
{
    if (cpu < most_cpus)
        running[cpu] = pid;
}

void reset_sched()
{
    users = 0;
    hook_error = 0;
    for (u32 &pid : running)
        pid = 0;
}

} // namespace spile::fakes

using namespace spile::fakes;

extern "C" {

int spile_sched_hooks_get(void)
{
    if (hook_error)
        return hook_error;
    ++users;
    return 0;
}

void spile_sched_hooks_put(void)
{
    if (!users--)
        __builtin_trap(); // more puts than gets
}

void spile_each_running_task(void (*fn)(void *context, unsigned int cpu, spile_u32 pid),
                             void *context)
{
    for (unsigned cpu = spile_cpu_next(0); cpu < spile_cpu_limit() && cpu < most_cpus;
         cpu = spile_cpu_next(cpu + 1))
        if (spile_cpu_online(cpu) && running[cpu] != cpu_is_offline)
            fn(context, cpu, running[cpu]);
}

spile_u32 spile_pid_limit(void) { return 1000; } // no multiple of 64

} // extern "C"
