/* SPDX-License-Identifier: GPL-2.0 */
/* Scheduler hooks, for pid filters, sched_switch and the names of tasks. */
#ifndef GLUE_SCHED_H
#define GLUE_SCHED_H

#include "glue/types.h"

SPILE_C_BEGIN

/*
 * Switches the hooks on and off, counted: the functions below are called while the count
 * is above zero, and names noted that are asked for (glue/names.h). Task context.
 * Errors: -ENOMEM, -ENOENT (no such tracepoint).
 */
int spile_sched_hooks_get(void);
void spile_sched_hooks_put(void);

/* Implemented by the core. Preemption off, no sleeping. */
struct spile_record_sched_switch;
void spile_on_switch(const struct spile_record_sched_switch *what, unsigned int cpu);
void spile_on_fork(spile_u32 parent_pid, spile_u32 child_pid);
void spile_on_exit(spile_u32 pid);

/* Calls fn(context, cpu, pid of the task that runs there) on every online CPU. */
void spile_each_running_task(void (*fn)(void *context, unsigned int cpu, spile_u32 pid),
			     void *context);

/* Largest pid plus one that the kernel can ever give out. */
spile_u32 spile_pid_limit(void);

SPILE_C_END

#endif
