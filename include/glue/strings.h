/* SPDX-License-Identifier: GPL-2.0 */
/* Strings at addresses that nobody vouches for. */
#ifndef GLUE_STRINGS_H
#define GLUE_STRINGS_H

#include "glue/types.h"

SPILE_C_BEGIN

/*
 * Copies the string at `address` (of the current task's memory with `user`,
 * else of the kernel's), at most room - 1 bytes of it and a NUL, into `to`.
 * Returns its length, or -EFAULT where memory cannot be read before the string
 * ends; never sleeps or faults a page in. Any context, NMI included.
 */
long spile_fetch_string(char *to, unsigned long room, unsigned long address, int user);

SPILE_C_END

#endif
