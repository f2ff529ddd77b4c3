// SPDX-License-Identifier: GPL-2.0
#include "glue/task.h"

#include "fakes.hh"
#include "glue/memory.h"
#include "glue/stack.h"
#include "parts.hh"

namespace spile::fakes {
namespace {

constexpr usize most_names = 16;
struct Name {
    u32 pid;
    const char *comm;
};
constinit Name names[most_names] = {};
constinit usize name_count = 0;
constinit u64 context = 0;
constinit const uptr *stack = nullptr;
constinit u32 stack_depth = 0;
constinit bool held = false;

const char *name_of(u32 pid)
{
    if (!pid)
        return "<idle>";
    for (usize i = 0; i < name_count; ++i)
        if (names[i].pid == pid)
            return names[i].comm;
    return "<...>";
}

} // namespace

void set_task_context(u64 now) { context = now; }

void name_task(u32 pid, const char *comm)
{
    if (name_count < most_names)
        names[name_count++] = {pid, comm};
}

void set_stack(const uptr *entries, u32 depth)
{
    stack = entries;
    stack_depth = depth;
}

void reset_task()
{
    context = 0;
    name_count = 0;
    stack_depth = 0;
}

} // namespace spile::fakes

using namespace spile::fakes;

extern "C" {

spile_u64 spile_task_context(void) { return context; }

unsigned long spile_cpu_hold(void)
{
    if (held)
        __builtin_trap(); // not nested
    held = true;
    return spile_cpu_offset(spile_cpu_next(0));
}

void spile_cpu_release(void)
{
    if (!held)
        __builtin_trap();
    held = false;
}

void spile_task_comm(spile_u32 pid, char *comm)
{
    const char *name = name_of(pid);
    unsigned i = 0;
    for (; i < 15 && name[i]; ++i)
        comm[i] = name[i];
    comm[i] = '\0';
}

unsigned int spile_stack_save(unsigned long *entries, unsigned int room)
{
    unsigned int count = stack_depth < room ? stack_depth : room;
    for (unsigned int i = 0; i < count; ++i)
        entries[i] = stack[i];
    return count;
}

} // extern "C"
