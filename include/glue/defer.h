/* SPDX-License-Identifier: GPL-2.0 */
/* Work put off from a hit to a task. */
#ifndef GLUE_DEFER_H
#define GLUE_DEFER_H

#include "glue/types.h"

SPILE_C_BEGIN

/*
 * A work that may be triggered in any context, NMI included, and then runs once
 * in task context; triggers that come before it runs are one. Create and destroy in
 * task context; destroy waits until it is idle. NULL when there is no memory.
 */
void *spile_deferred_create(void (*run)(void *context), void *context);
void spile_deferred_trigger(void *deferred);
void spile_deferred_destroy(void *deferred);

SPILE_C_END

#endif
