/* SPDX-License-Identifier: GPL-2.0 */
/* What runs here and now. Any context, NMI included; preemption disabled. */
#ifndef GLUE_CURRENT_H
#define GLUE_CURRENT_H

#include "glue/types.h"

SPILE_C_BEGIN

#define SPILE_COMM_ROOM 16

unsigned int spile_current_cpu(void);

/*
 * Name of the current task, SPILE_COMM_ROOM bytes. It may change while it is
 * read, and then ends with the last byte instead of a NUL.
 */
const char *spile_current_comm(void);

SPILE_C_END

#endif
