// SPDX-License-Identifier: GPL-2.0
#include <linux/sched.h>
#include <linux/utsname.h>

#include "compat/tracefs.h"
#include "glue/kernel.h"
#include "unexported.h"

static struct spile_kernel_facts facts = {
	.marker_bytes = SPILE_TRACEFS_MARKER,
	.raw_marker_bytes = SPILE_TRACEFS_RAW_MARKER,
	.raw_marker_refused = SPILE_TRACEFS_RAW_REFUSED,
	.has_fields = SPILE_TRACEFS_FIELDS,
	.has_trace_printk_dest = SPILE_TRACEFS_PRINTK_DEST,
};

const struct spile_kernel_facts *spile_kernel(void)
{
	if (!facts.marker_ip)
		facts.marker_ip = (unsigned long)spile_unexported("tracing_mark_write");
	facts.release = init_utsname()->release;
	facts.preemption = preempt_model_none() ? "server" :
			   preempt_model_voluntary() ? "desktop" :
			   preempt_model_full() ? "preempt" :
			   preempt_model_rt() ? "preempt_rt" : "unknown";
	return &facts;
}
