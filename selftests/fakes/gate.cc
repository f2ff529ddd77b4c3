// SPDX-License-Identifier: GPL-2.0
// The kernel's side of the gate: which sites call us now.
#include "glue/hit.h"

#include "fakes.hh"
#include "glue/memory.h"
#include "ops/site.hh"
#include "parts.hh"

namespace spile::fakes {
namespace {

constexpr usize most_sites = 4096;
constinit SiteId sites[most_sites] = {};
constinit usize count = 0;
constinit bool open = false;
constinit bool everything = false;
constinit usize changes = 0;
constinit usize fail_nth = 0;
constinit int fail_error = 0;
constexpr usize most_cpus = 64;
constinit u32 inside[most_cpus] = {}; // a bit for each context that is in a hit
constinit u64 missed = 0;

// Of the contract's conditions, none may be broken by the core.
void must(bool condition)
{
    if (!condition)
        __builtin_trap();
}

// Index of a site; count for one that is not in the gate.
usize place_of(SiteId site)
{
    usize at = 0;
    while (at < count && sites[at] != site)
        ++at;
    return at;
}

int permission()
{
    return fail_nth && --fail_nth == 0 ? fail_error : 0;
}

void add(const SiteId *more, usize how_many)
{
    for (usize i = 0; i < how_many; ++i)
        if (place_of(more[i]) == count) {
            must(count < most_sites);
            sites[count++] = more[i];
        }
}

int change_to(const SiteId *all, usize how_many)
{
    ++changes;
    everything = false;
    count = 0;
    add(all, how_many);
    return 0;
}

} // namespace

bool gate_is_open() { return open; }
bool gate_is_everything() { return everything; }
bool gate_has(uptr address) { return open && (everything || place_of(site_of(address)) < count); }
usize gate_size() { return count; }
usize gate_changes() { return changes; }

void fail_gate(usize nth, int error)
{
    fail_nth = nth;
    fail_error = error;
}

void call(uptr ip, unsigned cpu, unsigned level, uptr parent_ip)
{
    if (!gate_has(ip))
        return;
    if (inside[cpu] & 1u << level) {
        ++missed;
        return;
    }
    inside[cpu] |= 1u << level;
    spile_hit(ip, parent_ip, spile_cpu_offset(cpu), nullptr);
    inside[cpu] &= ~(1u << level);
}

void reset_gate()
{
    count = changes = fail_nth = 0;
    missed = 0;
    open = everything = false;
}

} // namespace spile::fakes

using namespace spile;
using namespace spile::fakes;

extern "C" {

int spile_gate_open(const spile_u32 *all, unsigned long how_many)
{
    must(!open && how_many);
    if (int rc = permission())
        return rc;
    open = true;
    return change_to(all, how_many);
}

int spile_gate_open_everything(void)
{
    must(!open);
    if (int rc = permission())
        return rc;
    ++changes;
    open = everything = true;
    return 0;
}

void spile_gate_close(void)
{
    must(open);
    ++changes;
    open = everything = false;
    count = 0;
}

int spile_gate_add(const spile_u32 *more, unsigned long how_many)
{
    must(open && !everything && how_many);
    if (int rc = permission())
        return rc;
    ++changes;
    add(more, how_many);
    return 0;
}

void spile_gate_remove(const spile_u32 *less, unsigned long how_many)
{
    must(open && !everything && how_many);
    ++changes;
    for (usize i = 0; i < how_many; ++i) {
        usize at = place_of(less[i]);
        must(at < count);
        sites[at] = sites[--count];
    }
    must(count); // with nothing left the kernel's filter would mean everything
}

int spile_gate_set(const spile_u32 *all, unsigned long how_many)
{
    must(open && how_many);
    if (int rc = permission())
        return rc;
    return change_to(all, how_many);
}

int spile_gate_set_everything(void)
{
    must(open);
    if (int rc = permission())
        return rc;
    ++changes;
    everything = true;
    count = 0;
    return 0;
}

spile_u64 spile_missed_by_recursion(void) { return missed; }

int spile_ftrace_enabled(void) { return 1; }

} // extern "C"
