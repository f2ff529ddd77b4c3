// SPDX-License-Identifier: GPL-2.0
/*
 * usage: failnth N ACTION ARGUMENT...
 *
 * Does one thing (action.h) with the N-th allocation that the kernel makes for it
 * failing (N = 0: none), and prints one line: "ok" or the name of errno, and then
 * "failed N" if an allocation was made to fail, "made N" if only N were made.
 */
#define _GNU_SOURCE
#include "action.h"
#include "failing.h"

int main(int argc, char **argv)
{
	struct action action;
	int rc, saved;
	long n, made;

	if (argc < 4 || action_init(&action, argc - 2, argv + 2) < 0)
		return 2;
	n = atol(argv[1]);
	failing_init();
	failing_begin(n, 0);
	rc = act(&action);
	saved = errno;
	made = failing_end(n, 0);
	printf("%s %s %ld\n", rc < 0 ? strerrorname_np(saved) : "ok", made < 0 ? "failed" : "made",
	       made < 0 ? n : made);
	return 0;
}
