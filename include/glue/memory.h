/* SPDX-License-Identifier: GPL-2.0 */
/* Memory. Task context; may sleep. */
#ifndef GLUE_MEMORY_H
#define GLUE_MEMORY_H

#include "glue/types.h"

SPILE_C_BEGIN

/* Zeroed bytes, 16-byte aligned (page-aligned from one page up); NULL when there is no memory. */
void *spile_alloc(unsigned long bytes);
/* NULL is allowed. */
void spile_free(void *memory);

/*
 * Zeroed per-CPU memory for every possible CPU; NULL when there is none. The
 * copy of one CPU is at (char *)base + spile_cpu_offset(cpu).
 */
void *spile_alloc_percpu(unsigned long bytes, unsigned long align);
void spile_free_percpu(void *base);
unsigned long spile_cpu_offset(unsigned int cpu);

/* First possible CPU with a number >= cpu, or spile_cpu_limit() when there is none. */
unsigned int spile_cpu_next(unsigned int cpu);
unsigned int spile_cpu_limit(void);
int spile_cpu_online(unsigned int cpu);

SPILE_C_END

#endif
