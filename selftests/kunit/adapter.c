// SPDX-License-Identifier: GPL-2.0
/*
 * Runs the unit tests of spile_test_suites under KUnit when the module is
 * loaded. C++ never sees KUnit's headers: their macros are C only.
 */
#include <linux/module.h>
#include <linux/slab.h>

#include <kunit/test.h>

#include "adapter.h"

static struct kunit_suite **suites;
static int suite_count;

/* KUnit runs one case at a time; it tells a case neither its suite nor itself. */
static const struct spile_test_suite *running_suite;
static struct kunit *running_test;

void spile_test_fail(const char *file, int line, const char *text)
{
	const struct kunit_loc where = { .file = file, .line = line };
	const struct kunit_fail_assert none = { };

	kunit_do_failed_assertion(running_test, &where, KUNIT_EXPECTATION, &none.assert,
				  kunit_fail_assert_format, "%s", text);
}

void spile_test_skip(const char *file, int line, const char *reason)
{
	kunit_mark_skipped(running_test, "%s", reason);
}

static int note_suite(struct kunit_suite *suite)
{
	const struct spile_test_suite *const *each;

	for (each = spile_test_suites; *each; each++) {
		if (!strcmp((*each)->name, suite->name)) {
			running_suite = *each;
			return 0;
		}
	}
	return -ENOENT;
}

static void run_case(struct kunit *test)
{
	const struct spile_test_case *each;

	running_test = test;
	for (each = running_suite->cases; each->name; each++) {
		if (!strcmp(each->name, test->name)) {
			each->run();
			return;
		}
	}
	KUNIT_FAIL(test, "no such test");
}

static struct kunit_suite *make_suite(const struct spile_test_suite *from)
{
	struct kunit_suite *suite = kzalloc(sizeof(*suite), GFP_KERNEL);
	int count = 0, i;

	while (from->cases[count].name)
		count++;
	if (!suite)
		return NULL;
	suite->test_cases = kcalloc(count + 1, sizeof(*suite->test_cases), GFP_KERNEL);
	if (!suite->test_cases) {
		kfree(suite);
		return NULL;
	}
	strscpy((char *)suite->name, from->name, sizeof(suite->name));
	suite->suite_init = note_suite;
	for (i = 0; i < count; i++) {
		suite->test_cases[i].name = from->cases[i].name;
		suite->test_cases[i].run_case = run_case;
	}
	return suite;
}

static void free_suites(void)
{
	while (suite_count) {
		struct kunit_suite *suite = suites[--suite_count];

		kfree(suite->test_cases);
		kfree(suite);
	}
	kfree(suites);
}

static int __init start(void)
{
	int wanted = 0;

	while (spile_test_suites[wanted])
		wanted++;
	suites = kcalloc(wanted + 1, sizeof(*suites), GFP_KERNEL);
	if (!suites)
		return -ENOMEM;
	for (; suite_count < wanted; suite_count++) {
		suites[suite_count] = make_suite(spile_test_suites[suite_count]);
		if (!suites[suite_count]) {
			free_suites();
			return -ENOMEM;
		}
	}
	/* The kernel prints these two only for tests that are built in. */
	pr_info("KTAP version 1\n");
	pr_info("1..%d\n", wanted);
	__kunit_test_suites_init(suites, suite_count);
	return 0;
}

static void __exit stop(void)
{
	__kunit_test_suites_exit(suites, suite_count);
	free_suites();
}

module_init(start);
module_exit(stop);
MODULE_DESCRIPTION("spile's unit tests under KUnit");
MODULE_LICENSE("GPL");
