// SPDX-License-Identifier: GPL-2.0
/* Stacks of programs: their addresses at an event, their places when it is read. */
#include <linux/fs.h>
#include <linux/mm.h>
#include <linux/pid.h>
#include <linux/sched.h>
#include <linux/sched/mm.h>
#include <linux/sched/task_stack.h>
#include <linux/uaccess.h>

#include "compat/user_frames.h"
#include "compat/user_path.h"
#include "glue/stack.h"

static DEFINE_PER_CPU(unsigned int, reading_stack);

/*
 * Reading a program's memory may itself be traced, and come here again: then without.
 */
unsigned int spile_user_stack_save(unsigned long *entries, unsigned int room, spile_u32 *tgid)
{
	unsigned int count = 0;

	*tgid = current->tgid;
	if (in_nmi() || !current->mm || current->flags & PF_KTHREAD || raw_cpu_read(reading_stack))
		return 0;
	raw_cpu_inc(reading_stack);
	count = spile_user_frames(task_pt_regs(current), entries, room);
	raw_cpu_dec(reading_stack);
	return count;
}

void *spile_program_get(spile_u32 tgid)
{
	struct task_struct *task;
	struct mm_struct *mm = NULL;

	if (!tgid)
		return NULL;
	rcu_read_lock();
	task = pid_task(find_vpid(tgid), PIDTYPE_PID);
	if (task)
		mm = get_task_mm(task);
	rcu_read_unlock();
	return mm;
}

void spile_program_put(void *program)
{
	if (program)
		mmput(program);
}

unsigned long spile_program_place(void *program, unsigned long address, char *text)
{
	struct mm_struct *mm = program;
	struct vm_area_struct *area;
	unsigned long length = 0;

	if (mmap_read_lock_killable(mm))
		return 0;
	area = find_vma(mm, address);
	if (area && area->vm_file) {
		/* What lies in no area is told from the next one, as in the kernel. */
		char end[24];
		int end_length = scnprintf(end, sizeof(end), "[+0x%lx]", address - area->vm_start);
		char *path = d_path(spile_user_path(area->vm_file), text,
				    SPILE_USER_PLACE_ROOM - end_length);

		if (!IS_ERR(path)) {
			length = strlen(path);
			memmove(text, path, length);
			memcpy(text + length, end, end_length);
			length += end_length;
		}
	}
	mmap_read_unlock(mm);
	return length;
}
