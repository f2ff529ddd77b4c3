// SPDX-License-Identifier: GPL-2.0
/* Strings that stay for ever, so that an entry needs only their address. */
#include <linux/kernel.h>

#include "glue/events.h"
#include "unexported.h"

static int each_between(const char *first, const char *last,
			int (*each)(void *context, const char *string), void *context)
{
	const char *const *at = (void *)spile_unexported_quietly(first);
	const char *const *end = (void *)spile_unexported_quietly(last);
	int rc = 0;

	for (; at && at < end && !rc; at++) {
		if (*at)
			rc = each(context, *at);
	}
	return rc;
}

int spile_printk_formats(int (*each)(void *context, const char *string), void *context)
{
	int rc = each_between("__start___trace_bprintk_fmt", "__stop___trace_bprintk_fmt", each,
			      context);

	return rc ?: each_between("__start___tracepoint_str", "__stop___tracepoint_str", each,
				  context);
}
