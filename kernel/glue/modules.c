// SPDX-License-Identifier: GPL-2.0
/* Modules that come and go bring and take traceable functions. */
#include <linux/ftrace.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/notifier.h>

#include "glue/sites.h"
#include "glue/symbols.h"
#include "init.h"

/* Taken by each event, and held while spile learns all functions at load. */
static DEFINE_MUTEX(events);

static u32 modules_come; /* under `events` */

spile_u32 spile_symbols_epoch(void)
{
	return READ_ONCE(modules_come);
}

static void coming(struct module *module)
{
	unsigned long *sites;
	unsigned int count = 0, i;

	WRITE_ONCE(modules_come, modules_come + 1);
	sites = kvmalloc_array(module->num_ftrace_callsites + 1, sizeof(*sites), GFP_KERNEL);
	if (!sites) {
		pr_err("spile: no memory for the functions of module %s: they cannot be traced\n",
		       module->name);
		return;
	}
	/* Functions of the init section are freed soon: left out. */
	for (i = 0; i < module->num_ftrace_callsites; i++) {
		unsigned long site = module->ftrace_callsites[i];

		if (site && !within_module_init(site, module))
			sites[count++] = site;
	}
	spile_module_coming(module, module->name, sites, count);
	kvfree(sites);
}

static int on_module(struct notifier_block *block, unsigned long event, void *data)
{
	struct module *module = data;

	if (module == THIS_MODULE)
		return NOTIFY_DONE;
	mutex_lock(&events);
	if (event == MODULE_STATE_COMING)
		coming(module);
	else if (event == MODULE_STATE_GOING)
		spile_module_going(module);
	mutex_unlock(&events);
	return NOTIFY_DONE;
}

static struct notifier_block notifier = {
	.notifier_call = on_module,
};

int __init spile_modules_init(void)
{
	return register_module_notifier(&notifier);
}

/*
 * Between the two no module comes or goes. A module that was seen in the walk over all
 * functions, and went before it was in the core's table, would stay there for ever: its
 * going would find nothing to take away.
 */
void __init spile_modules_pause(void)
{
	mutex_lock(&events);
}

void __init spile_modules_go_on(void)
{
	mutex_unlock(&events);
}

void spile_modules_exit(void)
{
	unregister_module_notifier(&notifier);
}
