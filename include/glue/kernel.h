/* SPDX-License-Identifier: GPL-2.0 */
/* Which kernel this is, where the text or limits of control files follow it. */
#ifndef GLUE_KERNEL_H
#define GLUE_KERNEL_H

#include "glue/types.h"

SPILE_C_BEGIN

struct spile_kernel_facts {
	const char *release; /* uname -r */
	const char *preemption; /* as a latency header has it: "server", "desktop", "preempt" */
	/* Most bytes of one write(2) that its trace_marker takes; of trace_marker_raw, and how
	 * many it refuses more than. 0: as many as fit in a record. */
	unsigned int marker_bytes;
	unsigned int raw_marker_bytes, raw_marker_refused;
	/* The function behind its trace_marker, which readers of a marker's record look up. */
	unsigned long marker_ip;
	/* It has these trace_options. */
	int has_fields;
	int has_trace_printk_dest;
};

/* Never NULL, always the same. Task context. */
const struct spile_kernel_facts *spile_kernel(void);

SPILE_C_END

#endif
