/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KERNEL_GLUE_NOTED_H
#define KERNEL_GLUE_NOTED_H

#include <linux/types.h>

struct task_struct;

/* By the scheduler hooks: preemption off, in any context but an NMI. */
void spile_note_name(struct task_struct *task);
void spile_note_tgid(struct task_struct *task);

/* What the hooks are asked for; read there without a lock. */
extern unsigned int spile_name_users, spile_tgid_users;

int spile_names_init(void);
void spile_names_exit(void);

#endif
