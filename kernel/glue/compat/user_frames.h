/* SPDX-License-Identifier: GPL-2.0 */
/* Frames of a program's stack, on the machines where they are chained by frame pointers. */
#ifndef SPILE_COMPAT_USER_FRAMES_H
#define SPILE_COMPAT_USER_FRAMES_H

#include <linux/ptrace.h>
#include <linux/uaccess.h>

static inline unsigned int spile_user_frames(struct pt_regs *regs, unsigned long *entries,
					     unsigned int room)
{
	unsigned int count = 0;

	if (room)
		entries[count++] = instruction_pointer(regs);
#ifdef CONFIG_X86_64
	{
		struct {
			unsigned long next, address;
		} frame;
		unsigned long at = regs->bp;

		/* Frames lie above the stack pointer; memory that is not there ends it. */
		while (count < room && at >= regs->sp &&
		       !copy_from_user_nofault(&frame, (const void __user *)at, sizeof(frame)) &&
		       frame.address) {
			entries[count++] = frame.address;
			at = frame.next;
		}
	}
#endif
	return count;
}

#endif
