// SPDX-License-Identifier: GPL-2.0
#include <linux/module.h>
#include <linux/stacktrace.h>

#include "glue/stack.h"
#include "gate.h"

static bool is_own(unsigned long address)
{
	return within_module(address, THIS_MODULE);
}

/*
 * How many frames are the tracer's depends on what was inlined and on the
 * trampoline, so they are told by their addresses: everything up to the last of
 * ours, and the trampoline's frame behind it.
 */
unsigned int spile_stack_save(unsigned long *entries, unsigned int room)
{
	unsigned int count = stack_trace_save(entries, room, 0);
	unsigned int skip = 0, i;

	for (i = 0; i < count && i < 16; i++)
		if (is_own(entries[i]))
			skip = i + 1;
	if (skip < count && spile_is_gate_trampoline(entries[skip]))
		skip++;
	for (i = skip; i < count; i++)
		entries[i - skip] = entries[i];
	return count - skip;
}
