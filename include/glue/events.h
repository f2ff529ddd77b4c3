/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The kernel's static events: which there are, and their text. (A hit: event_hit.h.)
 *
 * Each event is made at build time from the kernel's header include/trace/events/...
 * that defines it. It exists while the kernel, or a module that is loaded, has the
 * tracepoint of its name.
 */
#ifndef GLUE_EVENTS_H
#define GLUE_EVENTS_H

#include "glue/event_field.h"
#include "glue/types.h"

SPILE_C_BEGIN

/* ---- The table of events. Task context. ---- */

struct spile_event {
	const char *system;
	const char *name;
	const char *print_fmt; /* as the header has it: names of enumerators and all */
	unsigned int nr_fields; /* without the common ones */
	unsigned int entry_bytes; /* without dynamic data */
	/* Bit n: fetching field n gives its value, sign-extended; of a string, the
	 * address of its source, or NULL for "(null)". */
	spile_u64 values, strings;
	const void *row; /* glue's */
};

/*
 * Calls each() for every event that exists now, then for those that come and go with
 * modules, one call at a time, until spile_events_stop(). `module` is NULL for the
 * kernel's own. What it returns for `came` 1 (0 or -errno) is for the log; one that
 * was refused does not go. `point` identifies the tracepoint.
 */
int spile_events_start(void);
void spile_events_stop(void);

/* Implemented by the core. */
int spile_event_came(const struct spile_event *event, void *point, const void *module);
void spile_event_went(void *point);

/* Writes the nr_fields fields. */
void spile_event_fields(const struct spile_event *event, struct spile_event_field *fields);

/*
 * ---- Text of entries. Task context. ----
 *
 * One text at a time per `text`; NULL when there is no memory.
 */
struct spile_event_text;
struct spile_event_text *spile_event_text_new(void);
void spile_event_text_free(struct spile_event_text *text);

/*
 * What the event's TP_printk() makes of an entry, newline and all; `made` stays until the
 * next call. Of an entry nothing is believed: what would lie outside of it is not read.
 * With `raw_pointers` a %p is not hashed. Returns the length, or -errno: -EINVAL for an
 * entry that cannot be one of this event, -ENOMEM.
 */
long spile_event_print(struct spile_event_text *text, const struct spile_event *event,
		       const void *entry, unsigned int bytes, int raw_pointers,
		       const char **made);

/* Calls each(context, name, value) for what print_fmt texts of this system may name. */
int spile_event_values(const char *system,
		       int (*each)(void *context, const char *name, long value), void *context);

/* Calls each(context, string) for the kernel's strings of which entries hold only the address. */
int spile_printk_formats(int (*each)(void *context, const char *string), void *context);

SPILE_C_END

#endif
