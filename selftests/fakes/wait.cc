// SPDX-License-Identifier: GPL-2.0
#include "glue/wait.h"

#include "base/types.hh"
#include "fakes.hh"
#include "glue/memory.h"
#include "parts.hh"

namespace spile::fakes {
namespace {
constinit usize count = 0;
}

usize wakes() { return __atomic_load_n(&count, __ATOMIC_RELAXED); }
void reset_wait() { __atomic_store_n(&count, 0, __ATOMIC_RELAXED); }

} // namespace spile::fakes

extern "C" {

spile_wait *spile_wait_new(void)
{
    return static_cast<spile_wait *>(spile_alloc(sizeof(spile_wait)));
}

void spile_wait_put(spile_wait *queue) { spile_free(queue); }

void spile_wait_wake(spile_wait *queue)
{
    if (__atomic_exchange_n(&queue->armed, 0, __ATOMIC_RELAXED))
        __atomic_fetch_add(&spile::fakes::count, 1, __ATOMIC_RELAXED);
}

} // extern "C"
