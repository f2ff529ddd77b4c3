/* SPDX-License-Identifier: GPL-2.0 */
/*
 * How a probe runs an event's filter without an entry in memory:
 *
 *	struct spile_filter_run run;
 *	int ask = BEGIN(filter, &run);
 *
 *	while (ask >= 0)
 *		ask = NEXT(&run, the value of `ask`);
 *	if (ask == SPILE_FILTER_ENTRY)
 *		assemble the entry; ask = FINISH(&run, entry, bytes);
 *	recorded if ask == SPILE_FILTER_ACCEPT
 *
 * From 0 on `ask` is the index of a field in the event's array of fields, or
 * one of SPILE_FILTER_COMMON_*, SPILE_FILTER_CPU. Its value is what C makes of
 * the field when it is converted to spile_u64.
 */
#ifndef GLUE_EVENT_FILTER_H
#define GLUE_EVENT_FILTER_H

#include "glue/types.h"

enum spile_filter_ask {
	SPILE_FILTER_ACCEPT = -1,
	SPILE_FILTER_REJECT = -2,
	SPILE_FILTER_ENTRY = -3, /* a string, an array, a cpumask: the entry itself is needed */

	SPILE_FILTER_COMMON_TYPE = 0x10000,
	SPILE_FILTER_COMMON_FLAGS,
	SPILE_FILTER_COMMON_PREEMPT_COUNT,
	SPILE_FILTER_COMMON_PID,
	SPILE_FILTER_CPU /* the CPU that runs the probe */
};

/* Where a run is. On the stack of the probe. */
struct spile_filter_run {
	const void *step;
};

#endif
