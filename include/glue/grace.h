/* SPDX-License-Identifier: GPL-2.0 */
/* Grace periods of the hit path. Task context; may sleep. */
#ifndef GLUE_GRACE_H
#define GLUE_GRACE_H

#include "glue/types.h"

SPILE_C_BEGIN

/* Returns when every hit that was running at the call has ended, on every CPU. */
void spile_wait_for_hits(void);

/* Has spile_reap(reaper) called soon, from a worker. */
void spile_reap_later(void *reaper);
/* From its return on spile_reap(reaper) does not run, until it is asked for anew. */
void spile_reap_cancel(void *reaper);

/* Implemented by the core (entry/): frees what the reaper holds. */
void spile_reap(void *reaper);

SPILE_C_END

#endif
