// SPDX-License-Identifier: GPL-2.0
#include <linux/cpumask.h>
#include <linux/mm.h>
#include <linux/percpu.h>
#include <linux/slab.h>

#include "glue/memory.h"

void *spile_alloc(unsigned long bytes)
{
	return kvzalloc(bytes, GFP_KERNEL_ACCOUNT | __GFP_NOWARN);
}

void spile_free(void *memory)
{
	kvfree(memory);
}

void *spile_alloc_percpu(unsigned long bytes, unsigned long align)
{
	/* Its caller tells of a failure; the kernel would with a splat. */
	return (__force void *)__alloc_percpu_gfp(bytes, align, GFP_KERNEL | __GFP_NOWARN);
}

void spile_free_percpu(void *base)
{
	free_percpu((__force void __percpu *)base);
}

unsigned long spile_cpu_offset(unsigned int cpu)
{
	return per_cpu_offset(cpu);
}

unsigned int spile_cpu_next(unsigned int cpu)
{
	/* cpumask_next() starts behind its argument. */
	unsigned int next = cpumask_next((int)cpu - 1, cpu_possible_mask);

	return next < nr_cpu_ids ? next : nr_cpu_ids;
}

unsigned int spile_cpu_limit(void)
{
	return nr_cpu_ids;
}

int spile_cpu_online(unsigned int cpu)
{
	return cpu < nr_cpu_ids && cpu_online(cpu);
}
