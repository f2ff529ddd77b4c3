// SPDX-License-Identifier: GPL-2.0
#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/rwsem.h>
#include <linux/static_call.h>
#include <linux/string.h>

#include "event_thunks.h"
#include "events/thunks.h"
#include "unexported.h"

/* Held for reading by who calls a thunk in a task: the text of an entry. (A probe runs
 * only while the module with its tracepoint is there.) */
static DECLARE_RWSEM(in_use);

long spile_thunk_absent(void)
{
	return 0;
}

static void set_target(struct spile_thunk *thunk, unsigned long target)
{
	thunk->target = target;
	if (thunk->data)
		*thunk->data = (void *)target;
	else
		__static_call_update(thunk->key, thunk->trampoline,
				     target ? (void *)target : (void *)spile_thunk_absent);
}

void spile_event_thunks_find(struct module *module)
{
	unsigned long (*find_in)(struct module *module, const char *name) = NULL;
	struct spile_thunk *thunk;

	if (module) {
		find_in = spile_unexported("find_kallsyms_symbol_value");
		if (!find_in)
			return;
	}
	for (thunk = spile_thunks; thunk->name; thunk++) {
		unsigned long target;

		if (thunk->target)
			continue;
		target = module ? find_in(module, thunk->name) :
				  spile_unexported_quietly(thunk->name);
		if (target)
			set_target(thunk, target);
	}
}

void spile_event_thunks_forget(struct module *module)
{
	struct spile_thunk *thunk;

	down_write(&in_use);
	for (thunk = spile_thunks; thunk->name; thunk++) {
		if (thunk->target && within_module(thunk->target, module))
			set_target(thunk, 0);
	}
	up_write(&in_use);
}

const char *spile_event_thunk_missing(const char *header)
{
	const struct spile_thunk_use *use;

	for (use = spile_thunk_uses; use->header; use++) {
		if (!strcmp(use->header, header) && !use->thunk->target)
			return use->thunk->name;
	}
	return NULL;
}

void spile_event_thunks_hold(void)
{
	down_read(&in_use);
}

void spile_event_thunks_release(void)
{
	up_read(&in_use);
}
