// SPDX-License-Identifier: GPL-2.0
/*
 * A module that is broken on purpose: the name of a fault, written to
 * /sys/module/broken/parameters/fault, makes it happen.
 */
#include <linux/module.h>
#include <linux/preempt.h>
#include <linux/string.h>

#include "broken.h"

static const struct {
	const char *name;
	void (*make)(unsigned int n);
	unsigned int n;
} faults[] = {
	{ "out_of_bounds", broken_out_of_bounds, 1 },
	{ "on_the_stack", broken_on_the_stack, 8 },
	{ "global", broken_global, 5 },
	{ "use_after_free", broken_use_after_free, 3 },
	{ "index", broken_index, 9 },
	{ "shift", broken_shift, 33 },
	{ "sleep", broken_sleep, 0 },
	{ "lock_order", broken_lock_order, 0 },
	{ "leak", broken_leak, 0 },
};

void broken_preempt_disable(void)
{
	preempt_disable();
}

void broken_preempt_enable(void)
{
	preempt_enable();
}

static int make_fault(const char *name, const struct kernel_param *param)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(faults); i++) {
		if (sysfs_streq(name, faults[i].name)) {
			faults[i].make(READ_ONCE(faults[i].n));
			return 0;
		}
	}
	return -EINVAL;
}

static const struct kernel_param_ops fault_ops = { .set = make_fault };
module_param_cb(fault, &fault_ops, NULL, 0200);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Faults in C++ code that a debug kernel reports");
