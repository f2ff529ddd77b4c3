/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A queue of sleeping readers that any context may wake, NMI included.
 *
 * The waker is on the path of a hit, so it pays one load and no fence: it looks
 * at `armed`. A reader arms the queue, then makes every CPU pass a fence (one
 * IPI), then looks once more whether there is something to read, and only then
 * sleeps. So either the reader sees the record or its writer sees `armed`.
 */
#ifndef GLUE_WAIT_H
#define GLUE_WAIT_H

#include "glue/types.h"

SPILE_C_BEGIN

/* Only `armed` is for outside; the rest is glue's. */
typedef struct spile_wait {
	spile_u32 armed;
} spile_wait;

/* One reference, for the caller. NULL when there is no memory. Task context. */
spile_wait *spile_wait_new(void);
/* Gives a reference back; NULL is allowed. May sleep. */
void spile_wait_put(spile_wait *queue);

/*
 * Wakes all sleepers and pollers, soon. Any context. Call it when `armed` is
 * seen set; it clears the flag, so that one sleep costs one wake.
 */
void spile_wait_wake(spile_wait *queue);

SPILE_C_END

#endif
