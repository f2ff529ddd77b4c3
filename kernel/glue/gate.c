// SPDX-License-Identifier: GPL-2.0
/*
 * The gate: spile's one ftrace_ops.
 *
 * An ftrace_ops with an empty filter traces every function. So it is registered
 * only while the union of all filters has a site, and never left registered and
 * empty: it goes when the last site goes.
 */
#include <linux/ftrace.h>
#include <linux/hardirq.h>
#include <linux/jump_label.h>
#include <linux/kernel.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/preempt.h>

#include "glue/hit.h"
#include "gate.h"
#include "init.h"
#include "unexported.h"

static int *ftrace_enabled_word;

/*
 * A hit inside a hit of the same context (task, softirq, IRQ, NMI) on the same CPU
 * is counted and left out; another context may nest.
 */
struct hit_guard {
	unsigned int running; /* a bit for each context that is inside a hit */
	u64 missed;
};
static DEFINE_PER_CPU(struct hit_guard, hit_guard);

/*
 * On while the gate opens for everything, or closes: nobody listens then, and patching
 * itself calls functions that are patched already, a million hits when all are.
 */
static DEFINE_STATIC_KEY_FALSE(gate_moves);

/*
 * Contexts: any, NMI included. Preemption: off while the core runs, so that its
 * per-CPU data and grace periods hold. No lock, no allocation. Who nests restores
 * `running` before it returns, so plain loads and stores are enough.
 */
static void notrace gate_hit(unsigned long ip, unsigned long parent_ip, struct ftrace_ops *ops,
			     struct ftrace_regs *fregs)
{
	unsigned int context, bit = 1, running;

	if (static_branch_unlikely(&gate_moves))
		return;
	context = preempt_count() & (NMI_MASK | HARDIRQ_MASK | SOFTIRQ_OFFSET);
	if (unlikely(context))
		bit = context & NMI_MASK ? 8 : context & HARDIRQ_MASK ? 4 : 2;
	preempt_disable_notrace();
	running = raw_cpu_read(hit_guard.running);
	if (unlikely(running & bit)) {
		raw_cpu_inc(hit_guard.missed);
	} else {
		raw_cpu_write(hit_guard.running, running | bit);
		barrier();
		spile_hit(ip, parent_ip, raw_cpu_read(this_cpu_off), fregs);
		barrier();
		raw_cpu_write(hit_guard.running, running);
	}
	preempt_enable_notrace();
}

spile_u64 spile_missed_by_recursion(void)
{
	spile_u64 missed = 0;
	unsigned int cpu;

	for_each_possible_cpu(cpu)
		missed += per_cpu(hit_guard.missed, cpu);
	return missed;
}

static struct ftrace_ops gate = {
	.func = gate_hit,
};

bool spile_is_gate_trampoline(unsigned long address)
{
	unsigned long start = READ_ONCE(gate.trampoline);

	return start && address >= start && address < start + gate.trampoline_size;
}

int __init spile_gate_init(void)
{
	ftrace_enabled_word = spile_unexported("ftrace_enabled");
	return ftrace_enabled_word ? 0 : -ENOENT;
}

int spile_ftrace_enabled(void)
{
	return READ_ONCE(*ftrace_enabled_word);
}

static unsigned long *addresses_of(const spile_u32 *sites, unsigned long count)
{
	unsigned long *ips = kvmalloc_array(count, sizeof(*ips), GFP_KERNEL | __GFP_NOWARN);
	unsigned long i;

	if (!ips)
		return NULL;
	for (i = 0; i < count; i++)
		ips[i] = SPILE_TEXT_BASE + sites[i];
	return ips;
}

static int add(const spile_u32 *sites, unsigned long count, int reset)
{
	unsigned long *ips = addresses_of(sites, count);
	int rc;

	if (!ips)
		return -ENOMEM;
	rc = ftrace_set_filter_ips(&gate, ips, count, 0, reset);
	kvfree(ips);
	return rc;
}

/*
 * ftrace_free_filter() leaves the pointers to what it freed behind, and the next
 * change of the filter would free that once more.
 */
static void forget_filter(void)
{
	ftrace_free_filter(&gate);
	RCU_INIT_POINTER(gate.local_hash.filter_hash, NULL);
	RCU_INIT_POINTER(gate.local_hash.notrace_hash, NULL);
}

static int open_gate(void)
{
	int rc = register_ftrace_function(&gate);

	if (rc)
		forget_filter();
	return rc;
}

int spile_gate_open(const spile_u32 *sites, unsigned long count)
{
	int rc = add(sites, count, 1);

	return rc ?: open_gate();
}

int spile_gate_open_everything(void)
{
	int rc = ftrace_set_filter(&gate, NULL, 0, 1);

	if (rc)
		return rc;
	static_branch_enable(&gate_moves);
	rc = open_gate();
	static_branch_disable(&gate_moves);
	return rc;
}

/* Waits until every CPU and task has left the trampoline. */
void spile_gate_close(void)
{
	static_branch_enable(&gate_moves);
	unregister_ftrace_function(&gate);
	static_branch_disable(&gate_moves);
	forget_filter();
}

int spile_gate_add(const spile_u32 *sites, unsigned long count)
{
	return add(sites, count, 0);
}

int spile_gate_set(const spile_u32 *sites, unsigned long count)
{
	return add(sites, count, 1);
}

int spile_gate_set_everything(void)
{
	return ftrace_set_filter(&gate, NULL, 0, 1);
}

/* Without memory for the whole list: in pieces, from the stack. */
static void remove_in_pieces(const spile_u32 *sites, unsigned long count)
{
	unsigned long ips[16];

	while (count) {
		unsigned long n = min(count, ARRAY_SIZE(ips)), i;

		for (i = 0; i < n; i++)
			ips[i] = SPILE_TEXT_BASE + sites[i];
		while (ftrace_set_filter_ips(&gate, ips, n, 1, 0) == -ENOMEM)
			cond_resched();
		sites += n;
		count -= n;
	}
}

void spile_gate_remove(const spile_u32 *sites, unsigned long count)
{
	unsigned long *ips = addresses_of(sites, count);
	int rc = -ENOMEM;

	if (ips)
		rc = ftrace_set_filter_ips(&gate, ips, count, 1, 0);
	kvfree(ips);
	if (rc == -ENOMEM)
		remove_in_pieces(sites, count);
}
