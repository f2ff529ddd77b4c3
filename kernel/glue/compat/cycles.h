/* SPDX-License-Identifier: GPL-2.0 */
/* The CPU's cycles, where the machine has a trace clock or a scheduler clock of them. */
#ifndef SPILE_COMPAT_CYCLES_H
#define SPILE_COMPAT_CYCLES_H

#ifdef CONFIG_X86
#include <linux/jump_label.h>
#include <asm/msr.h>
#include <asm/timer.h>
#include <asm/tsc.h>

#include "../unexported.h"

#define spile_cycles_ordered rdtsc_ordered

/*
 * sched_clock() may be a hypervisor's, and native_sched_clock() may count jiffies. Once at
 * boot they became what they are: neither changes later.
 */
static inline unsigned long spile_cycles_of_sched_clock(void)
{
	bool (*is_native)(void) = spile_unexported("using_native_sched_clock");
	struct static_key *counts_cycles = spile_unexported("__use_tsc");

	if (!is_native || !counts_cycles || !is_native() || !static_key_enabled(counts_cycles))
		return 0;
	return (unsigned long)spile_unexported("cyc2ns");
}
#else
#include <linux/sched/clock.h>

#define spile_cycles_ordered sched_clock
static inline unsigned long spile_cycles_of_sched_clock(void)
{
	return 0;
}
#endif

#endif
