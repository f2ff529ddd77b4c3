/* SPDX-License-Identifier: GPL-2.0 */
/* Memory in one piece for the core, of pages that users may map. */
#ifndef GLUE_AREA_H
#define GLUE_AREA_H

#include "glue/types.h"

SPILE_C_BEGIN

/*
 * `bytes` (whole pages of 4096), zeroed, in one piece, near `cpu`; NULL when there is no
 * memory. May be touched in any context, NMI included. Task context; may sleep.
 */
void *spile_area_alloc(unsigned long bytes, unsigned int cpu);
/* NULL is allowed. Pages that somebody has mapped live on until he lets go. */
void spile_area_free(void *area);

SPILE_C_END

#endif
