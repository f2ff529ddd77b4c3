// SPDX-License-Identifier: GPL-2.0
/* Load and unload, in order and in the opposite order. */
#include <linux/init.h>
#include <linux/module.h>

#include "glue/events.h"
#include "glue/fs.h"
#include "glue/module.h"
#include "init.h"
#include "unexported.h"

/* The ring's place and time change in one instruction. */
static int __init cpu_suffices(void)
{
#ifdef CONFIG_X86_64
	if (!boot_cpu_has(X86_FEATURE_CX16)) {
		pr_err("spile: this CPU has no cmpxchg16b\n");
		return -ENODEV;
	}
#endif
	return 0;
}

static int __init spile_init(void)
{
	int rc = cpu_suffices();

	if (rc)
		return rc;
	rc = spile_unexported_init();
	if (rc)
		return rc;
	rc = spile_gate_init();
	if (rc)
		return rc;
	rc = spile_cpus_init();
	if (rc)
		return rc;
	rc = spile_grace_init();
	if (rc)
		goto no_grace;
	rc = spile_sched_init();
	if (rc)
		goto no_sched;
	/* Before the walk over all functions, so that no module falls between the two. */
	rc = spile_modules_init();
	if (rc)
		goto no_modules;
	spile_modules_pause();
	rc = spile_core_start();
	spile_modules_go_on();
	if (!rc)
		rc = spile_events_start();
	if (!rc)
		rc = spile_core_show();
	if (!rc)
		rc = spile_fs_register();
	if (rc)
		goto no_core;
	return 0;

no_core:
	spile_events_stop();
	/* In this order: a module that comes or goes now calls the core. */
	spile_modules_exit();
	spile_core_stop();
no_modules:
	spile_sched_exit();
no_sched:
	spile_grace_exit();
no_grace:
	spile_cpus_exit();
	return rc;
}

static void __exit spile_exit(void)
{
	spile_fs_unregister();
	spile_events_stop();
	spile_modules_exit();
	spile_core_stop();
	spile_sched_exit();
	spile_grace_exit();
	spile_cpus_exit();
}

module_init(spile_init);
module_exit(spile_exit);

MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("A tap for the running kernel: function tracing with tracefs-compatible control files");
