/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Included before KUnit's test.c, which wants fields in task_struct and in
 * struct module that a kernel without CONFIG_KUNIT does not have. The headers
 * come first, with the true types; what is redefined then is seen by test.c
 * alone.
 */
#include <kunit/resource.h>
#include <kunit/test.h>
#include <kunit/test-bug.h>
#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/moduleparam.h>
#include <linux/panic.h>
#include <linux/sched/debug.h>
#include <linux/sched.h>
#include <linux/slab.h>

/* "The current test" is noted, but nobody asks for it. */
static struct {
	struct kunit *kunit_test;
} spile_current;
#undef current
#define current (&spile_current)

/* Modules do not list their suites: the adapter hands them over by a call. */
struct spile_no_module {
	struct kunit_suite **kunit_suites;
	int num_kunit_suites;
};
#define module spile_no_module
#define register_module_notifier(block) ((void)(block), 0)
#define unregister_module_notifier(block) ((void)(block))
