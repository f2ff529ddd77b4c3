/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Allocations that the kernel makes for this task fail: the N-th one, or the N-th
 * and each after it. The latter also hits what has a second try, as kvmalloc() of
 * more than a page has. Wants the set-up of needs_failing_allocations (lib.sh):
 * failslab and fail_page_alloc at 100 %, of tasks that ask for it.
 */
#ifndef FAILING_H
#define FAILING_H

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int failing_nth = -1, failing_lasts = -1;

static void failing_put(int fd, const char *text)
{
	if (pwrite(fd, text, strlen(text), 0) < 0) {
		perror("failing");
		exit(2);
	}
}

static void failing_init(void)
{
	failing_nth = open("/proc/thread-self/fail-nth", O_RDWR | O_CLOEXEC);
	failing_lasts = open("/proc/self/make-it-fail", O_RDWR | O_CLOEXEC);
	if (failing_nth < 0 || failing_lasts < 0) {
		perror("/proc/self/fail-nth");
		exit(2);
	}
}

/* n = 0: none fails. */
static void failing_begin(long n, int lasts)
{
	char number[32];

	snprintf(number, sizeof(number), "%ld", n);
	if (lasts && n)
		failing_put(failing_lasts, "1");
	failing_put(failing_nth, number);
}

/* Returns how many allocations were made if they were less than n, or -1. */
static long failing_end(long n, int lasts)
{
	char number[32] = "";
	long left = 0;

	if (lasts && n)
		failing_put(failing_lasts, "0");
	if (pread(failing_nth, number, sizeof(number) - 1, 0) > 0)
		left = atol(number);
	failing_put(failing_nth, "0");
	return n && left ? n - left : -1;
}

#endif
