/* SPDX-License-Identifier: GPL-2.0 */
/* Stack traces. */
#ifndef GLUE_STACK_H
#define GLUE_STACK_H

#include "glue/types.h"

SPILE_C_BEGIN

/* Return addresses of the caller's stack, innermost first, without the tracer's own frames;
 * returns how many. Any context. */
unsigned int spile_stack_save(unsigned long *entries, unsigned int room);

SPILE_C_END

#endif
