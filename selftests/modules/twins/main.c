// SPDX-License-Identifier: GPL-2.0
/*
 * Functions to trace while they come and go: twins_same twice, names with a
 * compiler's suffixes. Writing N to /sys/module/twins/parameters/call calls each
 * of them N times (twins_same 2 N times).
 */
#include "twins.h"

void twins_cut(int) __asm__("twins_cut.isra.0");
void twins_fixed(int) __asm__("twins_fixed.constprop.0.isra.0");

noinline void twins_cut(int unused)
{
	barrier();
}

noinline void twins_fixed(int unused)
{
	barrier();
}

static noinline void twins_plain(void)
{
	barrier();
}

static noinline void twins_call(void)
{
	twins_left();
	twins_right();
	twins_cut(1);
	twins_fixed(1);
	twins_plain();
}

static int set_call(const char *text, const struct kernel_param *param)
{
	unsigned long calls;
	int rc = kstrtoul(text, 0, &calls);

	while (!rc && calls--)
		twins_call();
	return rc;
}

static const struct kernel_param_ops call_ops = { .set = set_call };
module_param_cb(call, &call_ops, NULL, 0200);

static bool fail;
module_param(fail, bool, 0);
MODULE_PARM_DESC(fail, "refuse to load, after the functions could be traced");

static int __init twins_init(void)
{
	twins_call();
	return fail ? -EPERM : 0;
}

static void __exit twins_exit(void)
{
	twins_call();
}

module_init(twins_init);
module_exit(twins_exit);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Functions that come and go, some of the same name");
