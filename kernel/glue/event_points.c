// SPDX-License-Identifier: GPL-2.0
/* Tracepoints that come and go, and the events made for them. */
#include <linux/kernel.h>
#include <linux/list.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/notifier.h>
#include <linux/string.h>
#include <linux/tracepoint.h>

#include "event_table.h"
#include "event_thunks.h"
#include "events/event.h"
#include "unexported.h"

/* The kernel's own list of events, to compare with; NULL: not found. */
static struct list_head *kernel_events;
static struct mutex *kernel_events_mutex;

static bool same_fields(const struct trace_event_fields *ours,
			const struct trace_event_fields *theirs)
{
	for (; ours->type && theirs->type; ours++, theirs++) {
		if (strcmp(ours->type, theirs->type) || strcmp(ours->name, theirs->name) ||
		    ours->size != theirs->size || ours->align != theirs->align)
			return false;
	}
	return ours->type == theirs->type;
}

/*
 * The probe takes what the header says that the tracepoint gives. If the kernel that runs
 * was built from another header, or the tracepoint is another module's of the same name,
 * its own event tells.
 */
static bool as_built(const struct spile_event_row *row, const struct tracepoint *point)
{
	const struct trace_event_call *call;
	bool same = false;

	if (!kernel_events)
		return true;
	mutex_lock(kernel_events_mutex);
	list_for_each_entry(call, kernel_events, list) {
		if ((call->flags & TRACE_EVENT_FL_TRACEPOINT) && call->tp == point) {
			same = !strcmp(call->class->system, row->system) &&
			       same_fields(row->class->fields, call->class->fields_array);
			break;
		}
	}
	mutex_unlock(kernel_events_mutex);
	return same;
}

static void came(struct tracepoint *point, struct module *module)
{
	const struct spile_event_row *row = spile_event_row_of(point->name);
	const char *missing;
	struct spile_event event;
	int rc;

	if (!row)
		return;
	if (!as_built(row, point)) {
		pr_info("spile: event %s:%s is another in this kernel than in its headers: left out\n",
			row->system, row->name);
		return;
	}
	missing = spile_event_thunk_missing(row->header);
	if (missing) {
		pr_info("spile: event %s:%s needs %s, which the kernel does not have: left out\n",
			row->system, row->name, missing);
		return;
	}
	spile_event_describe(row, &event);
	rc = spile_event_came(&event, point, module);
	if (rc)
		pr_err("spile: event %s:%s cannot be had: error %d\n", row->system, row->name, -rc);
}

static void came_with_kernel(struct tracepoint *point, void *data)
{
	came(point, NULL);
}

static int on_module(struct notifier_block *block, unsigned long action, void *data)
{
	struct tp_module *of = data;
	struct module *module = of->mod;
	unsigned int i;

	if (action == MODULE_STATE_COMING)
		spile_event_thunks_find(module);
	for (i = 0; i < module->num_tracepoints; i++) {
		struct tracepoint *point = tracepoint_ptr_deref(&module->tracepoints_ptrs[i]);

		if (action == MODULE_STATE_COMING)
			came(point, module);
		else if (action == MODULE_STATE_GOING)
			spile_event_went(point);
	}
	if (action == MODULE_STATE_GOING)
		spile_event_thunks_forget(module);
	return NOTIFY_OK;
}

static struct notifier_block notifier = {
	.notifier_call = on_module,
};

int spile_events_start(void)
{
	spile_event_table_init();
	kernel_events = spile_unexported("ftrace_events");
	kernel_events_mutex = spile_unexported("event_mutex");
	if (!kernel_events_mutex)
		kernel_events = NULL;
	spile_event_thunks_find(NULL);
	for_each_kernel_tracepoint(came_with_kernel, NULL);
	/* Calls it for the modules that are there, too. */
	return register_tracepoint_module_notifier(&notifier);
}

void spile_events_stop(void)
{
	/* Calls it as if all modules went. */
	unregister_tracepoint_module_notifier(&notifier);
}
