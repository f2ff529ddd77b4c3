/* SPDX-License-Identifier: GPL-2.0 */
/* What the ring asks of the operating system. */
#ifndef GLUE_RING_H
#define GLUE_RING_H

#include "glue/types.h"

SPILE_C_BEGIN

#define SPILE_WAKE_RING 1u /* who waits for records of any CPU */
#define SPILE_WAKE_CPU 2u /* who waits for those of `cpu` alone */

/*
 * Wakes whoever waits (`who`, one or both of the above) for records of the ring that
 * `cookie` was given to. Any context, NMI included, preemption disabled; must not call
 * back into the ring.
 */
void spile_ring_wake(void *cookie, unsigned int cpu, unsigned int who);

SPILE_C_END

#endif
