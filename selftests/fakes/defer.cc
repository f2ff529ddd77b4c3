// SPDX-License-Identifier: GPL-2.0
#include "glue/defer.h"

#include "base/types.hh"
#include "fakes.hh"
#include "glue/memory.h"
#include "parts.hh"

namespace spile::fakes {
namespace {

struct Deferred {
    Deferred *next;
    void (*run)(void *context);
    void *context;
    bool triggered;
};
constinit Deferred *all = nullptr;

} // namespace

usize deferred_waiting()
{
    usize count = 0;
    for (Deferred *one = all; one; one = one->next)
        count += one->triggered;
    return count;
}

void run_deferred()
{
    for (Deferred *one = all; one; one = one->next)
        if (one->triggered) {
            one->triggered = false;
            one->run(one->context);
        }
}

void reset_defer()
{
    for (Deferred *one = all; one; one = one->next)
        one->triggered = false;
}

} // namespace spile::fakes

using namespace spile::fakes;

extern "C" {

void *spile_deferred_create(void (*run)(void *context), void *context)
{
    auto *made = static_cast<Deferred *>(spile_alloc(sizeof(Deferred)));
    if (!made)
        return nullptr;
    *made = {all, run, context, false};
    all = made;
    return made;
}

void spile_deferred_trigger(void *deferred)
{
    static_cast<Deferred *>(deferred)->triggered = true;
}

void spile_deferred_destroy(void *deferred)
{
    if (!deferred)
        return;
    Deferred **link = &all;
    while (*link != deferred)
        link = &(*link)->next; // of one that is not there: a fault, as it should be
    *link = (*link)->next;
    spile_free(deferred);
}

} // extern "C"
