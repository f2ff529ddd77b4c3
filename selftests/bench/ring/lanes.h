/* SPDX-License-Identifier: GPL-2.0 */
/* spile's rings as ring_bench.c measures them; lanes.cc has the code. */
#ifndef RING_BENCH_LANES_H
#define RING_BENCH_LANES_H

#include "glue/types.h"

SPILE_C_BEGIN

/* One forward and one backward ring of so many bytes for each CPU. 0 or -errno. */
int lanes_create(unsigned long bytes);
void lanes_destroy(void);
/* Empties both; forward then overwrites, or drops what comes when it is full. */
int lanes_reset(int drop);
void lanes_pause(int pause);

/*
 * One event each, with the number as data; preemption off. cpu_offset: see glue/memory.h.
 * True: it was written.
 */
int forward_16(unsigned long cpu_offset, unsigned long number);
int forward_64(unsigned long cpu_offset, unsigned long number);
int forward_discard(unsigned long cpu_offset, unsigned long number);
int backward_16(unsigned long cpu_offset, unsigned long number);
int backward_64(unsigned long cpu_offset, unsigned long number);
int backward_discard(unsigned long cpu_offset, unsigned long number);

/* Written since the reset, by what the rings count; and lost. */
void lanes_counts(int backward, spile_u64 *written, spile_u64 *lost);

/* All that is in the forward ring, page by page; in the backward ring, by one copy of it.
 * Events that were read. */
long forward_read(void);
long backward_prepare(void);
long backward_read(void);
void backward_copy(void);
long backward_walk(void);

SPILE_C_END

#endif
