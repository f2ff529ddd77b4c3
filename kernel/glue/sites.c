// SPDX-License-Identifier: GPL-2.0
/* The kernel's list of traceable functions; its iterator is not exported. */
#include <linux/ftrace.h>
#include <linux/module.h>
#include <linux/mutex.h>

#include "glue/sites.h"
#include "glue/symbols.h"
#include "unexported.h"

struct walk {
	struct ftrace_rec_iter *(*start)(void);
	struct ftrace_rec_iter *(*next)(struct ftrace_rec_iter *iter);
	struct dyn_ftrace *(*record)(struct ftrace_rec_iter *iter);
	struct module *(*module_of)(unsigned long address);
	struct mutex *lock;
};

static bool find_walk(struct walk *walk)
{
	walk->start = spile_unexported("ftrace_rec_iter_start");
	walk->next = spile_unexported("ftrace_rec_iter_next");
	walk->record = spile_unexported("ftrace_rec_iter_record");
	walk->module_of = spile_unexported("__module_address");
	walk->lock = spile_unexported("ftrace_lock");
	return walk->start && walk->next && walk->record && walk->module_of && walk->lock;
}

int spile_each_site(int (*each)(void *context, unsigned long address, const void *module,
				const char *module_name),
		    void *context)
{
	struct ftrace_rec_iter *iter;
	struct walk walk;
	int rc = 0;

	if (!find_walk(&walk))
		return -ENOENT;
	mutex_lock(walk.lock);
	for (iter = walk.start(); iter && !rc; iter = walk.next(iter)) {
		struct dyn_ftrace *record = walk.record(iter);
		struct module *module;

		if (record->flags & FTRACE_FL_DISABLED)
			continue;
		preempt_disable();
		module = walk.module_of(record->ip);
		preempt_enable();
		/* A module still loading is reported by the notifier; our own never. */
		if (module && (module == THIS_MODULE || module->state != MODULE_STATE_LIVE))
			continue;
		rc = each(context, record->ip, module, module ? module->name : "");
	}
	mutex_unlock(walk.lock);
	return rc;
}

/*
 * Some hooks lie behind the end of a weak function that the linker replaced;
 * kallsyms then names the function before. Only a hook at a function's start has a name.
 */
unsigned long spile_site_name(unsigned long address, char *name, char *module)
{
	unsigned long offset = 0;
	unsigned long length = spile_symbol_at(address, name, module, &offset, NULL);

	return offset <= FTRACE_MCOUNT_MAX_OFFSET ? length : 0;
}
