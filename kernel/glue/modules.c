// SPDX-License-Identifier: GPL-2.0
/* Modules that come and go bring and take traceable functions. */
#include <linux/ftrace.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/notifier.h>

#include "glue/sites.h"
#include "init.h"

static void coming(struct module *module)
{
	unsigned long *sites;
	unsigned int count = 0, i;

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
	if (event == MODULE_STATE_COMING)
		coming(module);
	else if (event == MODULE_STATE_GOING)
		spile_module_going(module);
	return NOTIFY_DONE;
}

static struct notifier_block notifier = {
	.notifier_call = on_module,
};

int __init spile_modules_init(void)
{
	return register_module_notifier(&notifier);
}

void spile_modules_exit(void)
{
	unregister_module_notifier(&notifier);
}
