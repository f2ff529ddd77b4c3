/* SPDX-License-Identifier: GPL-2.0 */
/* Pages of memory for the ring, which other programs may map or be handed. */
#ifndef GLUE_PAGES_H
#define GLUE_PAGES_H

#include "glue/types.h"

SPILE_C_BEGIN

/*
 * 4096 << order bytes, aligned on their size, zeroed, near `cpu`; NULL when there are
 * none. Task context; may sleep.
 */
void *spile_pages_alloc(unsigned int order, unsigned int cpu);
/* NULL is allowed. Pages that a pipe still holds live on until it lets go. */
void spile_pages_free(void *pages, unsigned int order);
/* Whether so many pages of 4096 bytes could be had now without taking them from others. */
int spile_pages_suffice(unsigned long pages);

SPILE_C_END

#endif
