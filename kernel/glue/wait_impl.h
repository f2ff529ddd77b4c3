/* SPDX-License-Identifier: GPL-2.0 */
/* What the file operations need of a queue of readers beyond include/glue/wait.h. */
#ifndef SPILE_WAIT_IMPL_H
#define SPILE_WAIT_IMPL_H

#include <linux/wait.h>

#include "glue/wait.h"

void spile_wait_get(spile_wait *queue);
wait_queue_head_t *spile_wait_head(spile_wait *queue);

/*
 * Before sleeping on the head, and before the last look at the condition: from
 * here on a waker sees that somebody sleeps, or the condition sees its record.
 */
void spile_wait_arm(spile_wait *queue);

#endif
