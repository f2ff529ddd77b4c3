/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Filters of events, as probes run them. Over an entry: spile_filter_matches().
 * Without one: where a run is, is a pointer to a step, which says what it asks for
 * next:
 *
 *	const struct spile_filter_step *at = filter->first;
 *
 *	while (at->ask >= 0)
 *		at = spile_filter_next(at, value of at->ask);
 *	if (at->ask == SPILE_FILTER_ENTRY)
 *		assemble the entry; spile_filter_finish(filter, at, entry, bytes) says it
 *	else
 *		at->ask == SPILE_FILTER_ACCEPT says it
 *
 * All of it in any context, NMI included; preemption disabled; no lock, no
 * allocation, no sleep, no indirect call.
 */
#ifndef GLUE_EVENT_FILTER_H
#define GLUE_EVENT_FILTER_H

#include "glue/types.h"

SPILE_C_BEGIN

/*
 * From 0 on what a step asks for is the index of a field in the event's array of
 * fields, or one of the numbers from SPILE_FILTER_COMMON_TYPE on. Its value is what C
 * makes of the field when it is converted to spile_u64; of a string in the entry, the
 * address of what it would be copied from, or 0 for "(null)". The core asks only for
 * fields of which it was told that a probe can say so much.
 */
enum spile_filter_ask {
	SPILE_FILTER_ACCEPT = -1,
	SPILE_FILTER_REJECT = -2,
	SPILE_FILTER_ENTRY = -3, /* a string, an array, a cpumask: the entry itself is needed */

	SPILE_FILTER_COMMON_TYPE = 0x10000,
	SPILE_FILTER_COMMON_FLAGS,
	SPILE_FILTER_COMMON_PREEMPT_COUNT,
	SPILE_FILTER_COMMON_PID,
	SPILE_FILTER_CPU,    /* the CPU that runs the probe */
	SPILE_FILTER_NOTHING /* any value will do */
};

/* The core makes steps; a probe looks at `ask`. */
struct spile_filter_step {
	int ask;
	spile_u8 test; /* 0: a range, and the rest below says all about it */
	spile_u8 load;
	spile_u16 offset;
	spile_u32 next[2]; /* bytes to the step that comes next: if it fails, if it passes */
	spile_u64 low;
	spile_u64 span;
	spile_u64 mask; /* of the field's width */
};

struct spile_event_filter {
	const struct spile_filter_step *first;
	spile_u32 fixed_bytes; /* an entry that is shorter matches nothing */
};

const struct spile_filter_step *spile_filter_next_other(const struct spile_filter_step *at,
							 spile_u64 value);

/* Whether an entry of `bytes` bytes passes; the second goes on from a step. */
int spile_filter_matches(const struct spile_event_filter *filter, const void *entry,
			 spile_u32 bytes);
int spile_filter_finish(const struct spile_event_filter *filter, const struct spile_filter_step *at,
			const void *entry, spile_u32 bytes);

/* Inlined into the probe, so that most predicates cost no call and no branch on a value. */
static inline const struct spile_filter_step *
spile_filter_next(const struct spile_filter_step *at, spile_u64 value)
{
	if (__builtin_expect(at->test, 0))
		return spile_filter_next_other(at, value);
	return (const struct spile_filter_step *)((const char *)at +
						  at->next[((value - at->low) & at->mask) <= at->span]);
}

SPILE_C_END

#endif
