// SPDX-License-Identifier: GPL-2.0
#include "glue/clock.h"

#include "fakes.hh"
#include "glue/memory.h"
#include "parts.hh"

namespace spile::fakes {
namespace {
constinit u64 now_ns = 0;
constinit u64 step_ns = 1;
constinit bool stable = true;
constinit const void *cycles = nullptr;
}

void set_clock(u64 now)
{
    __atomic_store_n(&now_ns, now, __ATOMIC_RELAXED);
    step_ns = 1;
}
void freeze_clock(u64 now)
{
    set_clock(now);
    step_ns = 0;
}
void set_clock_stable(bool is) { stable = is; }
void set_cycles(const void *is) { cycles = is; }
void reset_clock()
{
    set_clock(0);
    stable = true;
    cycles = nullptr;
}

} // namespace spile::fakes

using namespace spile::fakes;

extern "C" {

spile_u64 spile_clock_local(void) { return __atomic_fetch_add(&now_ns, step_ns, __ATOMIC_RELAXED); }

spile_u64 spile_clock_read(unsigned int clock)
{
    return spile_clock_local() + clock * clock_distance;
}

int spile_clock_is_stable(void) { return stable; }

// So that what spile_cpu_hold() gives leads to `cycles`.
unsigned long spile_clock_cycles(void)
{
    auto address = reinterpret_cast<unsigned long>(cycles);
    return address ? address - spile_cpu_offset(spile_cpu_next(0)) : 0;
}

} // extern "C"
