// SPDX-License-Identifier: GPL-2.0
/* The table of events that were made out of the kernel's trace headers. */
#include <linux/bsearch.h>
#include <linux/kernel.h>
#include <linux/sort.h>
#include <linux/string.h>

#include "events/event.h"
#include "event_table.h"

static int compare_rows(const void *a, const void *b)
{
	const struct spile_event_row *const *left = a, *const *right = b;

	return strcmp((*left)->name, (*right)->name);
}

static size_t row_count(void)
{
	return spile_event_rows_last - spile_event_rows_first;
}

void spile_event_table_init(void)
{
	sort(spile_event_rows_first, row_count(), sizeof(*spile_event_rows_first), compare_rows,
	     NULL);
}

const struct spile_event_row *spile_event_row_of(const char *tracepoint)
{
	const struct spile_event_row wanted = { .name = tracepoint }, *key = &wanted;
	const struct spile_event_row **found =
		bsearch(&key, spile_event_rows_first, row_count(), sizeof(*spile_event_rows_first),
			compare_rows);

	return found ? *found : NULL;
}

void spile_event_describe(const struct spile_event_row *row, struct spile_event *event)
{
	const struct spile_event_class *class = row->class;
	unsigned int n;

	*event = (struct spile_event){
		.system = row->system,
		.name = row->name,
		.print_fmt = row->print_fmt ?: class->print_fmt,
		.entry_bytes = class->entry_bytes,
		.row = row,
	};
	for (n = 0; class->fields[n].type; n++) {
		if (class->whole)
			continue;
		if (class->sources[n] == SPILE_SOURCE_VALUE)
			event->values |= 1ull << n;
		else if (class->sources[n] == SPILE_SOURCE_STRING)
			event->strings |= 1ull << n;
	}
	event->nr_fields = n;
}

/* As the kernel guesses it where the header says nothing. */
static enum spile_field_kind kind_of(const struct trace_event_fields *field)
{
	const char *type = field->type;

	if (field->filter_type == FILTER_TRACE_FN)
		return SPILE_FIELD_TRACE_FN;
	if (strstr(type, "__data_loc")) {
		if (strstr(type, "char"))
			return SPILE_FIELD_DYN_STRING;
		if (strstr(type, "cpumask_t"))
			return SPILE_FIELD_CPUMASK;
	}
	if (strstr(type, "__rel_loc") && strstr(type, "char"))
		return SPILE_FIELD_REL_DYN_STRING;
	if (strchr(type, '[') && strstr(type, "char"))
		return SPILE_FIELD_STATIC_STRING;
	if (field->filter_type == FILTER_PTR_STRING || !strcmp(type, "char *") ||
	    !strcmp(type, "const char *"))
		return SPILE_FIELD_PTR_STRING;
	return SPILE_FIELD_OTHER;
}

void spile_event_fields(const struct spile_event *event, struct spile_event_field *fields)
{
	const struct spile_event_row *row = event->row;
	const struct trace_event_fields *from = row->class->fields;
	unsigned int offset = sizeof(struct trace_entry);

	for (; from->type; from++, fields++) {
		offset = ALIGN(offset, from->align);
		*fields = (struct spile_event_field){
			.type = from->type,
			.name = from->name,
			.offset = offset,
			.size = from->size,
			.is_signed = !!from->is_signed,
			.kind = kind_of(from),
			.elements = from->len,
		};
		offset += from->size;
	}
}

int spile_event_values(const char *system,
		       int (*each)(void *context, const char *name, long value), void *context)
{
	const struct spile_event_value *const *at;
	int rc = 0;

	for (at = spile_event_values_first; at < spile_event_values_last && !rc; at++) {
		if (!strcmp((*at)->system, system))
			rc = each(context, (*at)->name, (*at)->value);
	}
	return rc;
}
