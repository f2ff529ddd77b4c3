/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Calls of functions that the kernel, or a module, does not export. An object that calls
 * `name` is made to call the trampoline of the static call spile_`name` instead, which
 * jumps to the function of that name once it was found: no indirect jump, so the function
 * need not be one that may be jumped to. Until then the call returns 0.
 *
 * scripts/events/thunks writes the tables.
 */
#ifndef KERNEL_GLUE_EVENTS_THUNKS_H
#define KERNEL_GLUE_EVENTS_THUNKS_H

#include <linux/types.h>

struct static_call_key;

struct spile_thunk {
	const char *name;
	struct static_call_key *key;
	void *trampoline;
	void **data; /* instead of the two: a pointer to data of that name */
	unsigned long target; /* 0: not found */
};

#define SPILE_THUNK(function)                                                                      \
	{                                                                                          \
		.name = #function, .key = &STATIC_CALL_KEY(spile_##function),                      \
		.trampoline = STATIC_CALL_TRAMP_ADDR(spile_##function)                             \
	}

/* The events of trace header `header` need `thunk`. */
struct spile_thunk_use {
	const char *header;
	struct spile_thunk *thunk;
};

/* Both end with one without a name. */
extern struct spile_thunk spile_thunks[];
extern const struct spile_thunk_use spile_thunk_uses[];

long spile_thunk_absent(void);

#endif
