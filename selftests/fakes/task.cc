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
constinit const uptr *user_stack = nullptr;
constinit u32 user_depth = 0;
constinit u32 user_tgid = 0;
constinit usize programs_held = 0;

} // namespace

void set_task_context(u64 now) { context = now; }

void set_stack(const uptr *entries, u32 depth)
{
    stack = entries;
    stack_depth = depth;
}

void set_user_stack(const uptr *entries, u32 depth, u32 tgid)
{
    user_stack = entries;
    user_depth = depth;
    user_tgid = tgid;
}
usize programs() { return programs_held; }

void reset_task()
{
    user_depth = user_tgid = 0;
    context = 0;
    stack_depth = 0;
}

} // namespace spile::fakes

using namespace spile;
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

unsigned int spile_user_stack_save(unsigned long *entries, unsigned int room, spile_u32 *tgid)
{
    unsigned int count = user_depth < room ? user_depth : room;
    for (unsigned int i = 0; i < count; ++i)
        entries[i] = user_stack[i];
    *tgid = user_tgid;
    return count;
}

void *spile_program_get(spile_u32 tgid)
{
    if (!tgid || tgid != user_tgid)
        return nullptr;
    ++programs_held;
    return &programs_held;
}

void spile_program_put(void *program)
{
    if (program)
        --programs_held;
}

// Below 4 GiB there is a program; anything above is in no file.
unsigned long spile_program_place(void *, unsigned long address, char *text)
{
    if (address >> 32)
        return 0;
    Text place = "/bin/fake[+0x1]";
    for (usize i = 0; i < place.size(); ++i)
        text[i] = place[i];
    return place.size();
}

} // extern "C"
