// SPDX-License-Identifier: GPL-2.0
#include "glue/clock.h"

#include "fakes.hh"
#include "parts.hh"

namespace spile::fakes {
namespace {
constinit u64 now_ns = 0;
}

void set_clock(u64 now) { __atomic_store_n(&now_ns, now, __ATOMIC_RELAXED); }
void reset_clock() { set_clock(0); }

} // namespace spile::fakes

extern "C" spile_u64 spile_clock_local(void)
{
    return __atomic_fetch_add(&spile::fakes::now_ns, 1, __ATOMIC_RELAXED);
}
