/* SPDX-License-Identifier: GPL-2.0 */
/* Time stamps for records. */
#ifndef GLUE_CLOCK_H
#define GLUE_CLOCK_H

#include "glue/types.h"

SPILE_C_BEGIN

/* In the order of trace_clock. */
enum spile_clock {
	SPILE_CLOCK_LOCAL = 0,
	SPILE_CLOCK_GLOBAL = 1,
	SPILE_CLOCK_COUNTER = 2,
	SPILE_CLOCK_UPTIME = 3,
	SPILE_CLOCK_PERF = 4,
	SPILE_CLOCK_MONO = 5,
	SPILE_CLOCK_MONO_RAW = 6,
	SPILE_CLOCK_BOOT = 7,
	SPILE_CLOCK_TAI = 8,
	SPILE_CLOCK_TSC = 9,
};

/* This CPU's trace clock in ns (the kernel's "local"). Any context, NMI included. */
spile_u64 spile_clock_local(void);
/* Any of the clocks above; nanoseconds or a count. Any context, NMI included. */
spile_u64 spile_clock_read(unsigned int clock);

/* Task context, from here on. */

/* Clocks of different CPUs agree by themselves (the kernel chooses "local" then). */
int spile_clock_is_stable(void);
/*
 * Where the local clock is nothing but the CPU's cycles in ns: the kernel's data for that,
 * per CPU (add spile_cpu_offset()). 0 elsewhere. What it looks like is the machine's affair.
 */
unsigned long spile_clock_cycles(void);

SPILE_C_END

#endif
