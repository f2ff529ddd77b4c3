// SPDX-License-Identifier: GPL-2.0
#include <linux/cpu.h>
#include <linux/cpuhotplug.h>
#include <linux/list.h>
#include <linux/printk.h>
#include <linux/slab.h>
#include <linux/smp.h>

#include "glue/cpus.h"
#include "init.h"

void spile_cpus_hold(void)
{
	cpus_read_lock();
}

void spile_cpus_release(void)
{
	cpus_read_unlock();
}

struct call {
	int (*run)(void *context);
	void *context;
	int result;
};

static void run_here(void *context)
{
	struct call *call = context;

	call->result = call->run(call->context);
}

int spile_run_on_cpu(unsigned int cpu, int (*run)(void *context), void *context)
{
	struct call call = { .run = run, .context = context };
	unsigned long flags;

	if (smp_call_function_single(cpu, run_here, &call, 1)) { /* it is offline */
		local_irq_save(flags);
		run_here(&call);
		local_irq_restore(flags);
	}
	return call.result;
}

struct spile_cpu_watch {
	struct hlist_node node;
	int (*come)(void *context, unsigned int cpu);
	void *context;
	bool created;
};

static enum cpuhp_state state;

static int come(unsigned int cpu, struct hlist_node *node)
{
	struct spile_cpu_watch *watch = hlist_entry(node, struct spile_cpu_watch, node);
	int rc = watch->come(watch->context, cpu);

	if (!rc || !watch->created)
		return rc;
	/* The CPU shall come up all the same. */
	pr_err("spile: CPU %u is not traced: error %d\n", cpu, rc);
	return 0;
}

struct spile_cpu_watch *spile_cpu_watch_create(int (*run)(void *context, unsigned int cpu),
					       void *context, int *error)
{
	struct spile_cpu_watch *watch = kzalloc(sizeof(*watch), GFP_KERNEL | __GFP_NOWARN);

	if (!watch) {
		*error = -ENOMEM;
		return NULL;
	}
	watch->come = run;
	watch->context = context;
	*error = cpuhp_state_add_instance(state, &watch->node);
	if (*error) {
		kfree(watch);
		return NULL;
	}
	WRITE_ONCE(watch->created, true);
	return watch;
}

void spile_cpu_watch_destroy(struct spile_cpu_watch *watch)
{
	if (!watch)
		return;
	cpuhp_state_remove_instance_nocalls(state, &watch->node);
	kfree(watch);
}

int __init spile_cpus_init(void)
{
	int rc = cpuhp_setup_state_multi(CPUHP_BP_PREPARE_DYN, "spile:prepare", come, NULL);

	if (rc < 0)
		return rc;
	state = rc;
	return 0;
}

void spile_cpus_exit(void)
{
	cpuhp_remove_multi_state(state);
}
