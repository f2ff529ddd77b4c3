// SPDX-License-Identifier: GPL-2.0
/* The context of a hit, packed for a record. */
#include <linux/hardirq.h>
#include <linux/irqflags.h>
#include <linux/percpu.h>
#include <linux/preempt.h>
#include <linux/sched.h>

#include "glue/task.h"

#define FLAG_IRQS_OFF 0x01
#define FLAG_NEED_RESCHED 0x04
#define FLAG_HARDIRQ 0x08
#define FLAG_SOFTIRQ 0x10
#define FLAG_PREEMPT_RESCHED 0x20
#define FLAG_NMI 0x40
#define FLAG_BH_OFF 0x80

/* With flags beside that of interrupts, or counts that do not fit. */
static noinline spile_u64 unusual_context(void)
{
	unsigned int count = preempt_count();
	unsigned int depth = (count & PREEMPT_MASK) - 1; /* the gate's own */
	unsigned int flags = irqs_disabled() ? FLAG_IRQS_OFF : 0;

	if (count & NMI_MASK)
		flags |= FLAG_NMI;
	if (count & HARDIRQ_MASK)
		flags |= FLAG_HARDIRQ;
	if (count & SOFTIRQ_OFFSET)
		flags |= FLAG_SOFTIRQ;
	if ((count & SOFTIRQ_MASK) >> (SOFTIRQ_SHIFT + 1))
		flags |= FLAG_BH_OFF;
	if (tif_need_resched())
		flags |= FLAG_NEED_RESCHED;
	if (test_preempt_need_resched())
		flags |= FLAG_PREEMPT_RESCHED;
	return (u64)(u32)current->pid << 32 | (u64)flags << 16 | (u64)min(depth, 15u) << 24 |
	       (u64)min_t(unsigned int, current->migration_disabled, 15) << 28;
}

spile_u64 spile_task_context(void)
{
	struct task_struct *task = current;
	unsigned int count = preempt_count();
	unsigned int depth = (count & PREEMPT_MASK) - 1;
	unsigned int migration = task->migration_disabled;
	spile_u64 context;

	if (unlikely(count & ~PREEMPT_MASK) || unlikely(tif_need_resched()) ||
	    unlikely(test_preempt_need_resched()) || unlikely((depth | migration) > 15))
		return unusual_context();
	context = (u64)(u32)task->pid << 32 | (depth | migration << 4) << 24;
	if (unlikely(irqs_disabled())) {
		context |= FLAG_IRQS_OFF << 16;
		barrier(); /* a branch not taken is cheaper than a flag computed */
	}
	return context;
}

unsigned long spile_cpu_hold(void)
{
	preempt_disable_notrace();
	return raw_cpu_read(this_cpu_off);
}

void spile_cpu_release(void)
{
	preempt_enable_notrace();
}
