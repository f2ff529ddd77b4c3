/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A hit of an event: what the probe asks of the core (kernel/entry/event_hit.cc).
 *
 * Contexts: where the tracepoint is: task, softirq, IRQ, NMI; preemption off.
 *
 * An entry is not made before somebody needs one. begin() says what the probe is to do
 * first, and each of the others what comes next:
 *
 *   >= 0                 fetch the field of this index, and give it to next()
 *   SPILE_EVENT_ENTRY    ask reserve() for memory, fill it, give it to commit()
 *   SPILE_EVENT_DONE     return
 *
 * The core asks only for fields that spile_event.values or .strings names. An entry may
 * be asked for to evaluate a filter, or to record.
 */
#ifndef GLUE_EVENT_HIT_H
#define GLUE_EVENT_HIT_H

#include "glue/types.h"

SPILE_C_BEGIN

#define SPILE_EVENT_DONE (-1l)
#define SPILE_EVENT_ENTRY (-2l)

/* State of one hit, on the probe's stack; its content is the core's. */
struct spile_event_run {
	unsigned long words[6];
};

long spile_event_begin(void *hook, struct spile_event_run *run);
long spile_event_next(struct spile_event_run *run, spile_u64 value);
/*
 * Memory for an entry of so many bytes, on 4 bytes, the first 8 (the common fields)
 * filled; or NULL when there is none: the probe then calls commit() with NULL.
 */
void *spile_event_reserve(struct spile_event_run *run, unsigned int bytes);
long spile_event_commit(struct spile_event_run *run, void *entry);

SPILE_C_END

#endif
