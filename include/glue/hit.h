/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The gate: one ftrace_ops of the kernel whose filter is the union of all of
 * ours. The glue owns it; the core says which sites are in it.
 */
#ifndef GLUE_HIT_H
#define GLUE_HIT_H

#include "glue/types.h"

SPILE_C_BEGIN

/*
 * Implemented by the core (entry/hit.cc). Called for each hit, in any context
 * (task, softirq, IRQ, NMI), preemption off, and never inside a hit of the same
 * context on the same CPU. `cpu_offset`: see glue/memory.h.
 */
void spile_hit(unsigned long ip, unsigned long parent_ip, unsigned long cpu_offset, void *regs);

/* Hits left out since load: inside a hit of the same context on the same CPU. */
spile_u64 spile_missed_by_recursion(void);

/*
 * Where kernel and module text lies: on x86-64 both are in the top 4 GiB of the
 * address space, so that an offset of 32 bits names any call site.
 */
#define SPILE_TEXT_BASE 0xffffffff00000000UL

/*
 * Task context; all or nothing. `sites` are offsets from SPILE_TEXT_BASE, `count` > 0. Errors: -ENOMEM, -EINVAL (not a site),
 * -ENODEV (ftrace is dead).
 */
/* Opens the closed gate for these sites, or for every site of the kernel and its modules. */
int spile_gate_open(const spile_u32 *sites, unsigned long count);
int spile_gate_open_everything(void);
/* Closes it; waits until no CPU is inside. Cannot fail. */
void spile_gate_close(void);

/* Changes the open gate: by difference, or to just these, or to every site. */
int spile_gate_add(const spile_u32 *sites, unsigned long count);
int spile_gate_set(const spile_u32 *sites, unsigned long count);
int spile_gate_set_everything(void);
/* Cannot fail. All of them are in the gate, and others too. */
void spile_gate_remove(const spile_u32 *sites, unsigned long count);

/* kernel.ftrace_enabled: 0 silences every tracer in the kernel, this one too. */
int spile_ftrace_enabled(void);

SPILE_C_END

#endif
