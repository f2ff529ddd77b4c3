/* SPDX-License-Identifier: GPL-2.0 */
/* Stack traces. */
#ifndef GLUE_STACK_H
#define GLUE_STACK_H

#include "glue/types.h"

SPILE_C_BEGIN

/* Return addresses of the caller's stack, innermost first, without the tracer's own frames;
 * returns how many. Any context. */
unsigned int spile_stack_save(unsigned long *entries, unsigned int room);

/*
 * Addresses in the running task's program, innermost first, as far as frame pointers lead;
 * returns how many. None in a kernel thread or an NMI. Any context, preemption off. `tgid`
 * receives the task's thread group.
 */
unsigned int spile_user_stack_save(unsigned long *entries, unsigned int room, spile_u32 *tgid);

/* Programs, for those who read the trace. Task context; may sleep. */
#define SPILE_USER_PLACE_ROOM 512
/* The program of a thread group, or NULL when it is gone. */
void *spile_program_get(spile_u32 tgid);
void spile_program_put(void *program); /* NULL is allowed */
/* Where `address` lies in it: "/usr/bin/cat[+0x1234]", without an end; how many bytes. 0:
 * in no file. `text` has SPILE_USER_PLACE_ROOM bytes. */
unsigned long spile_program_place(void *program, unsigned long address, char *text);

SPILE_C_END

#endif
