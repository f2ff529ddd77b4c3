// SPDX-License-Identifier: GPL-2.0
#include <time.h>

#include "glue/clock.h"

extern "C" spile_u64 spile_clock_local(void)
{
    timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return static_cast<spile_u64>(now.tv_sec) * 1000000000u + static_cast<spile_u64>(now.tv_nsec);
}
