/* SPDX-License-Identifier: GPL-2.0 */
/* Parts of the glue that have something to set up; called by module.c in this order. */
#ifndef KERNEL_GLUE_INIT_H
#define KERNEL_GLUE_INIT_H

int spile_grace_init(void);
void spile_grace_exit(void);

int spile_gate_init(void);

int spile_cpus_init(void);
void spile_cpus_exit(void);

int spile_sched_init(void);
void spile_sched_exit(void);

int spile_modules_init(void);
void spile_modules_pause(void);
void spile_modules_go_on(void);
void spile_modules_exit(void);

#endif
