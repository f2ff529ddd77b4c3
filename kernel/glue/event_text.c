// SPDX-License-Identifier: GPL-2.0
/* Text of an entry, by the TP_printk() of its event. */
#include <linux/ctype.h>
#include <linux/kernel.h>
#include <linux/mm.h>
#include <linux/slab.h>
#include <linux/uaccess.h>

#include "glue/events.h"

#include "event_thunks.h"
#include "events/event.h"

#define GUARD 8 /* zeros behind an entry: a string in it ends somewhere */

struct spile_event_text *spile_event_text_new(void)
{
	return kvzalloc(sizeof(struct spile_event_text), GFP_KERNEL);
}

void spile_event_text_free(struct spile_event_text *text)
{
	if (text)
		kvfree(text->entry);
	kvfree(text);
}

static bool within(const void *at, const void *begin, size_t size)
{
	return at >= begin && at < begin + size;
}

/* A string that may be anywhere, or nowhere any more, in so far as it can be read. */
static const char *read_string(struct spile_event_text *text, const char *from, size_t limit)
{
	size_t room = min(limit, sizeof(text->string) - 1), at = 0;

	while (at < room) {
		/* Not over the end of a page: the next one may not be there. */
		size_t some = min_t(size_t, room - at, PAGE_SIZE - offset_in_page(from + at));

		some = min_t(size_t, some, 32);
		if (copy_from_kernel_nofault(text->string + at, from + at, some)) {
			strscpy(text->string + at, "(fault)", sizeof(text->string) - at);
			return text->string;
		}
		if (memchr(text->string + at, 0, some))
			return text->string;
		at += some;
	}
	text->string[at] = 0;
	return text->string;
}

static const char *safe_string(struct spile_event_text *text, const char *from, size_t limit)
{
	if (!from || within(from, text->entry, text->bytes + GUARD) ||
	    within(from, text->scratch.buffer, sizeof(text->scratch.buffer)))
		return from;
	return read_string(text, from, limit);
}

/* The next %s in `format`, with its flags; NULL when there is none. `stars`: the `*` in it. */
static char *find_string(char *format, char **end, unsigned int *stars)
{
	char *at = format, *start;

	while ((start = strchr(at, '%'))) {
		at = start + 1;
		if (*at == '%') {
			at++;
			continue;
		}
		*stars = 0;
		while (isdigit(*at) || strchr("-+ #.*", *at)) {
			if (!*at)
				return NULL;
			*stars += *at++ == '*';
		}
		if (*at == 's') {
			*end = at + 1;
			return start;
		}
	}
	return NULL;
}

/* %p to %px, if there is room. */
static void copy_format(struct spile_event_text *text, const char *format)
{
	char *to = text->format, *end = to + sizeof(text->format) - 3;

	while (*format && to < end) {
		char c = *format++;

		*to++ = c;
		if (c != '%')
			continue;
		if (*format == '%') {
			*to++ = *format++;
		} else if (text->raw_pointers && format[0] == 'p' && !isalnum(format[1])) {
			*to++ = *format++;
			*to++ = 'x';
		}
	}
	*to = 0;
}

/* Each string by itself, as its pointer is not to be believed. */
void spile_event_printf(struct spile_event_text *text, const char *format, ...)
{
	char *rest = text->format, *start, *end;
	unsigned int stars;
	va_list args;

	copy_format(text, format);
	va_start(args, format);
	while ((start = find_string(rest, &end, &stars))) {
		int numbers[2] = { 0, 0 };
		const char *string;
		char after = *end;
		size_t limit = sizeof(text->string);
		unsigned int i;

		*start = 0;
		trace_seq_vprintf(&text->line, rest, args);
		*start = '%';
		/* What did not fit did not take its arguments either. */
		if (text->line.full)
			goto out;
		for (i = 0; i < stars && i < 2; i++)
			numbers[i] = va_arg(args, int);
		string = va_arg(args, const char *);
		if (stars && end[-2] == '*' && memchr(start, '.', end - start))
			limit = numbers[stars - 1] < 0 ? limit : numbers[stars - 1];
		string = safe_string(text, string, limit);

		*end = 0;
		if (stars == 0)
			trace_seq_printf(&text->line, start, string);
		else if (stars == 1)
			trace_seq_printf(&text->line, start, numbers[0], string);
		else
			trace_seq_printf(&text->line, start, numbers[0], numbers[1], string);
		*end = after;
		rest = end;
		if (text->line.full)
			goto out;
	}
	trace_seq_vprintf(&text->line, rest, args);
out:
	va_end(args);
}

/* Do the fields of dynamic data stay within the entry? */
static bool contained(const struct spile_event_class *class, const char *entry, unsigned int bytes)
{
	const struct trace_event_fields *field;
	unsigned int offset = sizeof(struct trace_entry);

	if (bytes < class->entry_bytes)
		return false;
	for (field = class->fields; field->type; field++) {
		bool relative = strstarts(field->type, "__rel_loc ");
		u32 where;

		offset = ALIGN(offset, field->align);
		if (relative || strstarts(field->type, "__data_loc ")) {
			memcpy(&where, entry + offset, sizeof(where));
			if ((where & 0xffff) + (where >> 16) +
				    (relative ? offset + sizeof(where) : 0) > bytes)
				return false;
		}
		offset += field->size;
	}
	return true;
}

static int take_entry(struct spile_event_text *text, const void *entry, unsigned int bytes)
{
	if (bytes + GUARD > text->room) {
		kvfree(text->entry);
		text->room = 0;
		text->entry = kvmalloc(bytes + GUARD, GFP_KERNEL);
		if (!text->entry)
			return -ENOMEM;
		text->room = bytes + GUARD;
	}
	memcpy(text->entry, entry, bytes);
	memset(text->entry + bytes, 0, GUARD);
	text->bytes = bytes;
	return 0;
}

long spile_event_print(struct spile_event_text *text, const struct spile_event *event,
		       const void *entry, unsigned int bytes, int raw_pointers, const char **made)
{
	const struct spile_event_row *row = event->row;
	int rc = take_entry(text, entry, bytes);

	if (rc)
		return rc;
	if (!contained(row->class, text->entry, bytes))
		return -EINVAL;
	trace_seq_init(&text->line);
	trace_seq_init(&text->scratch);
	text->raw_pointers = raw_pointers;
	spile_event_thunks_hold();
	(row->show ?: row->class->show)(text, text->entry);
	spile_event_thunks_release();
	*made = text->line.buffer;
	return trace_seq_used(&text->line);
}
