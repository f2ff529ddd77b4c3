// SPDX-License-Identifier: GPL-2.0
/*
 * strncpy_from_*_nofault() are not exported, copy_from_*_nofault() are: a string
 * is copied in pieces that lie within an aligned block each, so that memory
 * behind its end is read only from the block in which it ends.
 */
#include <linux/minmax.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include "glue/strings.h"

#define BLOCK 32UL

static long copy_piece(char *to, unsigned long address, unsigned long bytes, int user)
{
	if (user)
		return copy_from_user_nofault(to, (const void __user *)address, bytes);
	return copy_from_kernel_nofault(to, (const void *)address, bytes);
}

long spile_fetch_string(char *to, unsigned long room, unsigned long address, int user)
{
	unsigned long done = 0;

	while (done + 1 < room) {
		unsigned long at = address + done;
		unsigned long bytes = min(BLOCK - at % BLOCK, room - 1 - done);
		unsigned long length;

		if (copy_piece(to + done, at, bytes, user))
			return -EFAULT;
		length = strnlen(to + done, bytes);
		done += length;
		if (length < bytes)
			return done;
	}
	to[done] = '\0';
	return done;
}
