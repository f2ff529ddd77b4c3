/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The plain-C contract between unit tests (C++, the same source on the host
 * and in the kernel) and what runs them: GoogleTest on the host
 * (selftests/unit/host.cc), KUnit in the kernel (selftests/kunit/adapter.c).
 */
#ifndef SPILE_SELFTESTS_KUNIT_ADAPTER_H
#define SPILE_SELFTESTS_KUNIT_ADAPTER_H

#ifdef __cplusplus
extern "C" {
#endif

struct spile_test_case {
	const char *name;
	void (*run)(void);
};

/* The table of cases ends with one whose name is null. */
struct spile_test_suite {
	const char *name;
	const struct spile_test_case *cases;
};

/* All suites, from selftests/unit/suites.inc; ends with a null pointer. */
extern const struct spile_test_suite *const spile_test_suites[];

/* Marks the running test failed, and says why. The test goes on. */
void spile_test_fail(const char *file, int line, const char *text);

/* Marks the running test skipped. The test has to return by itself. */
void spile_test_skip(const char *file, int line, const char *reason);

#ifdef __cplusplus
}
#endif

#endif
