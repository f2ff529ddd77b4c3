// SPDX-License-Identifier: GPL-2.0
#include <linux/sched/clock.h>

#include "glue/clock.h"

spile_u64 spile_clock_local(void)
{
	return sched_clock();
}
