// SPDX-License-Identifier: GPL-2.0
// One CPU or all of them, as callers say which.
#pragma once

#include "glue/memory.h"

namespace spile {

constexpr unsigned all_cpus = ~0u;

template <typename Each> void for_each_cpu(unsigned cpu, Each each)
{
    if (cpu != all_cpus) {
        each(cpu);
        return;
    }
    for (cpu = spile_cpu_next(0); cpu < spile_cpu_limit(); cpu = spile_cpu_next(cpu + 1))
        each(cpu);
}

} // namespace spile
