/* SPDX-License-Identifier: GPL-2.0 */
/* What stages.h makes of each event, and what it calls. */
#ifndef KERNEL_GLUE_EVENTS_EVENT_H
#define KERNEL_GLUE_EVENTS_EVENT_H

#include <linux/string.h>
#include <linux/trace_events.h>
#include <linux/trace_seq.h>
#include <linux/tracepoint.h>
#include <linux/types.h>

#include "glue/event_hit.h"

/* One line of text being made; see ../event_text.c. */
struct spile_event_text {
	struct trace_seq line;
	struct trace_seq scratch; /* pieces that __print_flags() and its like make */
	bool raw_pointers; /* %p as it is */
	char format[1024];
	char string[512]; /* copy of one that is neither in the entry nor in `scratch` */
	/* The entry, with zeros behind. */
	unsigned int room, bytes;
	char *entry;
};

typedef void spile_event_show(struct spile_event_text *text, const void *entry);

/* What a TP_printk() says, to `line`. */
__printf(2, 3) void spile_event_printf(struct spile_event_text *text, const char *format, ...);

/* What events of one DECLARE_EVENT_CLASS() share. */
struct spile_event_class {
	const struct trace_event_fields *fields; /* up to one without a type */
	/* A letter per field: how the probe can give it without an entry. */
	const char *sources;
	const char *print_fmt;
	spile_event_show *show;
	void *probe;
	unsigned short entry_bytes; /* without dynamic data */
	bool whole; /* the probe gives no field alone */
};

#define SPILE_SOURCE_VALUE 'v' /* an integer, enum or pointer */
#define SPILE_SOURCE_STRING 's' /* address of the string that will be copied, or NULL */
#define SPILE_SOURCE_NONE '-'

struct spile_event_row {
	const char *header; /* see thunks.h */
	const char *system;
	const char *name; /* also the tracepoint's */
	const struct spile_event_class *class;
	const char *print_fmt; /* NULL: the class's, as show */
	spile_event_show *show;
};

/* An enumerator or sizeof() that a print_fmt of `system` may name. */
struct spile_event_value {
	const char *system;
	const char *name;
	unsigned long value;
};

/* Both as tables of pointers, put together by the linker; see first.c. */
#define SPILE_EVENT_ROWS ".spile_event_rows"
#define SPILE_EVENT_VALUES ".spile_event_values"
extern const struct spile_event_row *spile_event_rows_first[], *spile_event_rows_last[];
extern const struct spile_event_value *const spile_event_values_first[];
extern const struct spile_event_value *const spile_event_values_last[];

#endif
