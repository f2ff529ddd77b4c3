// SPDX-License-Identifier: GPL-2.0
/* The trace clocks: the kernel's own functions, called directly. */
#include <linux/atomic.h>
#include <linux/ktime.h>
#include <linux/sched/clock.h>
#include <linux/trace_clock.h>

#include "glue/clock.h"
#include "compat/cycles.h"
#include "unexported.h"

/* The kernel's counter is not exported: this one counts spile's readings. */
static atomic64_t readings;

spile_u64 notrace spile_clock_local(void)
{
	return sched_clock();
}

spile_u64 notrace spile_clock_read(unsigned int clock)
{
	switch (clock) {
	case SPILE_CLOCK_GLOBAL:
		return trace_clock_global();
	case SPILE_CLOCK_COUNTER:
		return atomic64_inc_return(&readings);
	case SPILE_CLOCK_UPTIME:
		return trace_clock_jiffies();
	case SPILE_CLOCK_PERF:
		return trace_clock();
	case SPILE_CLOCK_MONO:
		return ktime_get_mono_fast_ns();
	case SPILE_CLOCK_MONO_RAW:
		return ktime_get_raw_fast_ns();
	case SPILE_CLOCK_BOOT:
		return ktime_get_boot_fast_ns();
	case SPILE_CLOCK_TAI:
		return ktime_get_tai_fast_ns();
	case SPILE_CLOCK_TSC:
		return spile_cycles_ordered();
	default:
		return sched_clock();
	}
}

int spile_clock_is_stable(void)
{
	int (*is_stable)(void) = spile_unexported("sched_clock_stable");

	return is_stable && is_stable();
}

unsigned long spile_clock_cycles(void)
{
	unsigned long cycles = spile_cycles_of_sched_clock();

	if (!cycles)
		pr_info("spile: sched_clock() is not this machine's cycles: it is called\n");
	return cycles;
}
