// SPDX-License-Identifier: GPL-2.0
// Nothing runs beside a test, so a grace period is over at once; tests with
// threads wait in the hook.
#include "glue/grace.h"

#include "fakes.hh"
#include "parts.hh"

namespace spile::fakes {
namespace {

using Hook = void (*)(void *context);
constinit usize periods = 0;
constinit Hook hook = nullptr;
constinit void *hook_context = nullptr;

constexpr usize most_reapers = 16;
constinit void *wanted[most_reapers] = {}; // by spile_reap_later()

} // namespace

usize grace_periods() { return periods; }

void on_grace(void (*run)(void *context), void *context)
{
    hook = run;
    hook_context = context;
}

usize reaps_wanted()
{
    usize count = 0;
    for (void *reaper : wanted)
        count += reaper != nullptr;
    return count;
}

void run_reaps()
{
    for (void *&slot : wanted)
        if (void *reaper = slot) {
            slot = nullptr;
            spile_reap(reaper);
        }
}

void reset_grace()
{
    periods = 0;
    hook = nullptr;
    for (void *&slot : wanted)
        slot = nullptr;
}

} // namespace spile::fakes

using namespace spile::fakes;

extern "C" {

void spile_wait_for_hits(void)
{
    ++periods;
    if (hook)
        hook(hook_context);
}

void spile_reap_later(void *reaper)
{
    void **free_slot = nullptr;
    for (void *&slot : wanted) {
        if (slot == reaper)
            return;
        if (!slot && !free_slot)
            free_slot = &slot;
    }
    if (!free_slot)
        __builtin_trap(); // more reapers than any test needs
    *free_slot = reaper;
}

void spile_reap_cancel(void *reaper)
{
    for (void *&slot : wanted)
        if (slot == reaper)
            slot = nullptr;
}

} // extern "C"
