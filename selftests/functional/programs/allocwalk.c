// SPDX-License-Identifier: GPL-2.0
/*
 * usage: allocwalk NAME UNDO ACTION ARGUMENT...
 *
 * ACTION (action.h) with its first, second, ... allocation failing, until none is
 * left to fail; and once more with all from the first, second, ... on failing. If it
 * is refused, errno must be ENOMEM (or one of $ALLOC_ERRNO) and everything as it was
 * (alloc_state.h); if it succeeds all the same, everything must be as when nothing
 * fails (but for functions that could not be unpatched: that is made good with the
 * next change). Then UNDO is run by sh with lib.sh, and all must be as before, too. $FROM and $STEP: every $STEP-th allocation
 * from the $FROM-th on.
 *
 * In C, for the shell would take seconds a step on the debug kernel.
 */
#define _GNU_SOURCE
#include <sys/wait.h>
#include <time.h>

#include "action.h"
#include "alloc_state.h"
#include "failing.h"

static const char *name, *undo, *root;
static char *before, *after_it;

static void fail_walk(const char *what, long n, int lasts, const char *result)
{
	printf("FAIL: %s: allocation %ld%s failed (%s), and %s\n", name, n,
	       lasts ? " and all after it" : "", result, what);
	exit(1);
}

static int allowed(const char *result)
{
	const char *wanted = getenv("ALLOC_ERRNO");
	char words[256], *word;

	snprintf(words, sizeof(words), "%s", wanted ? wanted : "ENOMEM");
	for (word = strtok(words, " "); word; word = strtok(NULL, " "))
		if (!strcmp(word, result))
			return 1;
	return 0;
}

static void undo_it(long n, int lasts)
{
	char command[8192];
	int status;

	if (!strcmp(undo, ":"))
		return;
	snprintf(command, sizeof(command), ". \"$MODULES/lib.sh\"; %s", undo);
	fflush(NULL);
	status = system(command);
	if (status)
		fail_walk("it cannot be undone", n, lasts, "ok");
}

static void look(const char *wanted, const char *what, long n, int lasts, const char *result)
{
	char *now = state_of_all(root, wanted == before);

	if (strcmp(wanted, now)) {
		printf("expected:\n%s\nfound:\n%s\n", wanted, now);
		fail_walk(what, n, lasts, result);
	}
	free(now);
}

static void walk(const struct action *action, long from, long step, int lasts)
{
	long n, made = -1, steps = 0, refused = 0;
	time_t start = time(NULL);
	const char *result = "";

	for (n = from; made < 0; n += step) {
		int rc, saved;

		failing_begin(n, lasts);
		rc = act(action);
		saved = errno;
		made = failing_end(n, lasts);
		steps++;
		if (rc < 0) {
			refused++;
			result = strerrorname_np(saved);
			if (!allowed(result))
				fail_walk("that is not what it should say", n, lasts, result);
			if (made >= 0)
				fail_walk("it had not come to it", n, lasts, result);
		} else {
			result = "ok";
			look(after_it, "it was not all done", n, lasts, result);
			undo_it(n, lasts);
		}
		look(before, "something changed", n, lasts, result);
	}
	printf("%s: %ld allocations, refused in %ld of %ld steps%s, %ld s\n", name, made, refused,
	       steps, lasts ? " with all after it failing" : "", (long)(time(NULL) - start));
	fflush(stdout);
}

static long number_of(const char *variable)
{
	const char *text = getenv(variable);

	return text && atol(text) > 0 ? atol(text) : 1;
}

int main(int argc, char **argv)
{
	struct action action;

	if (argc < 5 || action_init(&action, argc - 3, argv + 3) < 0) {
		fprintf(stderr, "allocwalk: wrong arguments\n");
		return 2;
	}
	name = argv[1];
	undo = argv[2];
	root = getenv("SPILE");
	failing_init();
	before = state_of_all(root, 1);
	if (act(&action) < 0)
		fail_walk("it is refused even so", 0, 0, strerrorname_np(errno));
	after_it = state_of_all(root, 0);
	undo_it(0, 0);
	look(before, "it cannot be undone", 0, 0, "ok");
	for (int lasts = 0; lasts < 2; lasts++)
		walk(&action, number_of("FROM"), number_of("STEP"), lasts);
	return 0;
}
