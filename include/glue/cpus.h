/* SPDX-License-Identifier: GPL-2.0 */
/* CPUs that come and go. Task context; may sleep. */
#ifndef GLUE_CPUS_H
#define GLUE_CPUS_H

#include "glue/types.h"

SPILE_C_BEGIN

/* No CPU comes or goes between the two. */
void spile_cpus_hold(void);
void spile_cpus_release(void);

/*
 * Runs `call` on `cpu` with interrupts off (NMIs still come) and gives its result; on
 * this CPU when that one is offline. CPUs held.
 */
int spile_run_on_cpu(unsigned int cpu, int (*call)(void *context), void *context);

struct spile_cpu_watch;

/*
 * Calls `come(context, cpu)` for each CPU that is online now, and later for each that is
 * about to come up, before it does; CPUs are held meanwhile. NULL and *error (negative)
 * when there is no memory or a call for a CPU that is online gave an error; what later
 * ones give is logged.
 */
struct spile_cpu_watch *spile_cpu_watch_create(int (*come)(void *context, unsigned int cpu),
					       void *context, int *error);
/* NULL is allowed. No call is under way when it returns. */
void spile_cpu_watch_destroy(struct spile_cpu_watch *watch);

SPILE_C_END

#endif
