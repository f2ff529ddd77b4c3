/* SPDX-License-Identifier: GPL-2.0 */
/* What a record says of the task and context it was made in. */
#ifndef GLUE_TASK_H
#define GLUE_TASK_H

#include "glue/types.h"

SPILE_C_BEGIN

/*
 * Context of the caller, as an entry of the ring has it (uapi/spile/record.h): bits
 * 32..63 pid, 16..23 flags (the kernel's TRACE_FLAG_*: 0x01 irqs off, 0x02 no irq
 * information, 0x04 need-resched, 0x08 hardirq, 0x10 softirq, 0x20 preempt-resched,
 * 0x40 NMI, 0x80 BH off), 24..27 preempt depth (the tracer's own share left out),
 * 28..31 migrate-disable depth; 0..15 are 0. Any context, preemption disabled by the tracer once.
 */
spile_u64 spile_task_context(void);

/*
 * Keeps the caller on its CPU as a hit is kept, preemption off, and lets it go. Not nested.
 * hold() returns this CPU's spile_cpu_offset(). Task context.
 */
unsigned long spile_cpu_hold(void);
void spile_cpu_release(void);

SPILE_C_END

#endif
