// SPDX-License-Identifier: GPL-2.0
#include <linux/cpu.h>
#include <linux/gfp.h>
#include <linux/mm.h>
#include <linux/smp.h>
#include <linux/topology.h>

#include "glue/pages.h"

void *spile_pages_alloc(unsigned int order, unsigned int cpu)
{
	/* Rather fail than have a task killed for a large ring. */
	struct page *pages = alloc_pages_node(cpu_to_node(cpu),
					      GFP_KERNEL_ACCOUNT | __GFP_ZERO | __GFP_COMP |
						      __GFP_NOWARN | __GFP_RETRY_MAYFAIL,
					      order);

	return pages ? page_address(pages) : NULL;
}

void spile_pages_free(void *pages, unsigned int order)
{
	if (pages)
		free_pages((unsigned long)pages, order);
}

int spile_pages_suffice(unsigned long pages)
{
	return pages <= (unsigned long)max(si_mem_available(), 0l);
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

	cpus_read_lock();
	if (smp_call_function_single(cpu, run_here, &call, 1)) { /* it is offline */
		local_irq_save(flags);
		run_here(&call);
		local_irq_restore(flags);
	}
	cpus_read_unlock();
	return call.result;
}
