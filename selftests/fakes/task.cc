// SPDX-License-Identifier: GPL-2.0
#include "glue/task.h"

#include "fakes.hh"
#include "glue/memory.h"
#include "glue/stack.h"
#include "parts.hh"

namespace spile::fakes {
namespace {

constinit u64 context = 0;
constinit const uptr *stack = nullptr;
constinit u32 stack_depth = 0;

} // namespace

void set_task_context(u64 now) { context = now; }

void set_stack(const uptr *entries, u32 depth)
{
    stack = entries;
    stack_depth = depth;
}

void reset_task()
{
    context = 0;
    stack_depth = 0;
}

} // namespace spile::fakes

using namespace spile::fakes;

extern "C" {

spile_u64 spile_task_context(void) { return context; }

unsigned long spile_cpu_hold(void) { return spile_cpu_offset(spile_cpu_next(0)); }
void spile_cpu_release(void) {}

unsigned int spile_stack_save(unsigned long *entries, unsigned int room)
{
    unsigned int count = stack_depth < room ? stack_depth : room;
    for (unsigned int i = 0; i < count; ++i)
        entries[i] = stack[i];
    return count;
}

} // extern "C"
