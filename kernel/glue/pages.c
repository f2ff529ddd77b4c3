// SPDX-License-Identifier: GPL-2.0
#include <linux/gfp.h>
#include <linux/mm.h>
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
