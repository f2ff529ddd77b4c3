// SPDX-License-Identifier: GPL-2.0
#include "glue/names.h"

#include "fakes.hh"
#include "glue/memory.h"
#include "glue/sched.h"
#include "parts.hh"

namespace spile::fakes {
namespace {

constexpr usize most_names = 16;
struct Name {
    u32 pid;
    const char *comm;
    bool noted;
    u32 tgid;
};
constinit Name names[most_names] = {};
constinit usize name_count = 0;
constinit unsigned room = 6552;
constinit usize users[2] = {};

void copy(char *comm, const char *name)
{
    unsigned i = 0;
    for (; i < SPILE_COMM_ROOM - 1 && name[i]; ++i)
        comm[i] = name[i];
    comm[i] = '\0';
}

int get(usize which)
{
    int rc = spile_sched_hooks_get();
    users[which] += !rc;
    return rc;
}

void put(usize which)
{
    if (!users[which]--)
        __builtin_trap(); // more puts than gets
    spile_sched_hooks_put();
}

} // namespace

void name_task(u32 pid, const char *comm, bool noted, u32 tgid)
{
    if (name_count < most_names)
        names[name_count++] = {pid, comm, noted, tgid};
}

usize name_users() { return users[0]; }
usize tgid_users() { return users[1]; }

void reset_names()
{
    name_count = 0;
    room = 6552;
    users[0] = users[1] = 0;
}

} // namespace spile::fakes

using namespace spile;
using namespace spile::fakes;

extern "C" {

int spile_names_get(void) { return get(0); }
void spile_names_put(void) { put(0); }
int spile_tgids_get(void) { return get(1); }
void spile_tgids_put(void) { put(1); }

unsigned int spile_names_room(void) { return room; }
unsigned int spile_names_most(void) { return 32768; }

int spile_names_resize(unsigned int count)
{
    void *memory = spile_alloc(count * 20);
    if (!memory)
        return -12;
    spile_free(memory);
    room = count;
    return 0;
}

unsigned int spile_names_next(unsigned int from, spile_u32 *pid, char *comm)
{
    for (; from < name_count; ++from)
        if (names[from].noted) {
            *pid = names[from].pid;
            copy(comm, names[from].comm);
            return from + 1;
        }
    return 0;
}

void spile_task_comm(spile_u32 pid, char *comm, int look)
{
    const char *name = pid ? "<...>" : "<idle>";
    for (usize i = 0; i < name_count; ++i)
        if (names[i].pid == pid && (names[i].noted || look))
            name = names[i].comm;
    copy(comm, name);
}

spile_u32 spile_task_tgid(spile_u32 pid)
{
    for (usize i = 0; i < name_count; ++i)
        if (names[i].pid == pid)
            return names[i].tgid;
    return 0;
}

spile_u32 spile_tgids_next(spile_u32 from, spile_u32 *tgid)
{
    const Name *next = nullptr;
    for (usize i = 0; i < name_count; ++i)
        if (names[i].tgid && names[i].pid >= from && (!next || names[i].pid < next->pid))
            next = &names[i];
    if (!next)
        return 0;
    *tgid = next->tgid;
    return next->pid + 1;
}

} // extern "C"
