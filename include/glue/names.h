/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Names of tasks and their thread groups, noted when the scheduler switches them: what
 * saved_cmdlines and saved_tgids show. One table for all instances. Task context.
 */
#ifndef GLUE_NAMES_H
#define GLUE_NAMES_H

#include "glue/types.h"

SPILE_C_BEGIN

#define SPILE_COMM_ROOM 16

/*
 * While the count is above zero they are noted. What is kept stays afterwards.
 * Errors: those of spile_sched_hooks_get(); -ENOMEM.
 */
int spile_names_get(void);
void spile_names_put(void);
int spile_tgids_get(void);
void spile_tgids_put(void);

/* How many names there is room for, and for how many there may be. */
unsigned int spile_names_room(void);
unsigned int spile_names_most(void);
/* For `count` names at least, 1 to spile_names_most(); what was kept is forgotten. -ENOMEM. */
int spile_names_resize(unsigned int count);
/*
 * The first kept name in place `from` or behind it: returns the place after it, 0 when
 * there is none.
 */
unsigned int spile_names_next(unsigned int from, spile_u32 *pid, char *comm);

/*
 * Name of a task, as the kernel prints it: "<idle>" for pid 0, "<...>" for one that is not
 * known. `look`: one whose name is not kept may still be there to be asked. `comm` has
 * SPILE_COMM_ROOM bytes.
 */
void spile_task_comm(spile_u32 pid, char *comm, int look);

/* Thread group of a task that was noted; 0: not known. */
spile_u32 spile_task_tgid(spile_u32 pid);
/* The first noted task with a pid not below `from`: returns its pid + 1, 0: there is none. */
spile_u32 spile_tgids_next(spile_u32 from, spile_u32 *tgid);

SPILE_C_END

#endif
