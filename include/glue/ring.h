/* SPDX-License-Identifier: GPL-2.0 */
/* What the ring asks of the operating system. */
#ifndef GLUE_RING_H
#define GLUE_RING_H

#include "glue/types.h"

SPILE_C_BEGIN

/*
 * Wakes whoever waits for records of the ring that `cookie` was given to. Any
 * context, NMI included, preemption disabled; must not call back into the ring.
 */
void spile_ring_wake(void *cookie);

SPILE_C_END

#endif
