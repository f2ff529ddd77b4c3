// SPDX-License-Identifier: GPL-2.0
#include <linux/gfp.h>
#include <linux/mm.h>
#include <linux/slab.h>
#include <linux/topology.h>
#include <linux/vmalloc.h>

#include "glue/area.h"

void *spile_area_alloc(unsigned long bytes, unsigned int cpu)
{
	unsigned int count = bytes >> PAGE_SHIFT, made;
	/* Pages of their own: each lives as long as somebody holds it. */
	struct page **pages = kvmalloc_array(count, sizeof(*pages), GFP_KERNEL | __GFP_NOWARN);
	void *area = NULL;

	if (!pages)
		return NULL;
	for (made = 0; made < count; made++) {
		pages[made] = alloc_pages_node(cpu_to_node(cpu),
					       GFP_KERNEL_ACCOUNT | __GFP_ZERO | __GFP_NOWARN |
						       __GFP_RETRY_MAYFAIL, 0);
		if (!pages[made])
			break;
	}
	if (made == count)
		area = vmap(pages, count, VM_MAP | VM_MAP_PUT_PAGES, PAGE_KERNEL);
	if (area)
		return area; /* vfree() gives the pages and their array back */
	while (made)
		__free_page(pages[--made]);
	kvfree(pages);
	return NULL;
}

void spile_area_free(void *area)
{
	vfree(area);
}
