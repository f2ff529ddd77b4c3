/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Makes the events of one trace header of the kernel, SPILE_TRACE_HEADER ("sched" is
 * SPILE_TRACE_HEADER_NAME): reads it again
 * and again with other macros, as the kernel does to define its own. What the fields'
 * macros stand for in the entry, the offsets, the assignment and the text comes from the
 * kernel's headers <trace/stages/...>, so it follows the kernel's version; what is made
 * with them is ours, and no trace_event_call is among it.
 *
 * A member of a designated initialiser must not be named as a macro's parameter is.
 */
#include "event.h"

/* Once as any user would, for what the header itself includes. */
#include SPILE_TRACE_HEADER

/* Once more for the functions that a header has for CREATE_TRACE_POINTS only. */
#include "silent.h"
#define TRACE_HEADER_MULTI_READ
#define CREATE_TRACE_POINTS
#include SPILE_TRACE_HEADER
#undef CREATE_TRACE_POINTS

/* ---- The entry, and the values that its text may name. */
#include "forms.h"
#include <trace/stages/stage1_struct_define.h>

#undef DECLARE_EVENT_CLASS
#define DECLARE_EVENT_CLASS(call, proto, args, tstruct, assign, print)                             \
	struct trace_event_raw_##call {                                                            \
		struct trace_entry ent;                                                            \
		tstruct char __data[];                                                             \
	};

#define SPILE_VALUE(id, what, number)                                                              \
	static const struct spile_event_value id = { __stringify(TRACE_SYSTEM), what,              \
						     (unsigned long)(number) };                    \
	static const struct spile_event_value *const __PASTE(id, _row) __used                      \
		__section(SPILE_EVENT_VALUES) = &id
#undef TRACE_DEFINE_ENUM
#define TRACE_DEFINE_ENUM(a) SPILE_VALUE(__UNIQUE_ID(spile_value), #a, a)
#undef TRACE_DEFINE_SIZEOF
#define TRACE_DEFINE_SIZEOF(a) SPILE_VALUE(__UNIQUE_ID(spile_value), "sizeof(" #a ")", sizeof(a))

#include SPILE_TRACE_HEADER

#undef TRACE_DEFINE_ENUM
#define TRACE_DEFINE_ENUM(a)
#undef TRACE_DEFINE_SIZEOF
#define TRACE_DEFINE_SIZEOF(a)

/* ---- Where dynamic data begins, per field that has some. */
#include <trace/stages/stage2_data_offsets.h>

#undef DECLARE_EVENT_CLASS
#define DECLARE_EVENT_CLASS(call, proto, args, tstruct, assign, print)                             \
	struct trace_event_data_offsets_##call {                                                   \
		tstruct                                                                            \
	};
#include SPILE_TRACE_HEADER

/* ---- How each field can be had, and its index. */
#include "sources.h"

#undef DECLARE_EVENT_CLASS
#define DECLARE_EVENT_CLASS(call, proto, args, tstruct, assign, print)                             \
	static const char spile_sources_##call[] = "" tstruct;
#include SPILE_TRACE_HEADER

#include "index.h"

#undef DECLARE_EVENT_CLASS
#define DECLARE_EVENT_CLASS(call, proto, args, tstruct, assign, print)                             \
	struct spile_index_##call {                                                                \
		tstruct                                                                            \
	};
#include SPILE_TRACE_HEADER

/* ---- The text of an entry. Some formats use the variable `ret` of the kernel's function. */
#include <trace/stages/stage3_trace_output.h>

#define SPILE_SHOW(call, class, print)                                                             \
	static notrace void spile_show_##call(struct spile_event_text *__text, const void *__from) \
	{                                                                                          \
		const struct trace_event_raw_##class *field = __from;                              \
		struct trace_seq __maybe_unused *p = &__text->scratch;                             \
		int __maybe_unused ret = TRACE_TYPE_HANDLED;                                       \
                                                                                                   \
		spile_event_printf(__text, print);                                                 \
	}
#undef DECLARE_EVENT_CLASS
#define DECLARE_EVENT_CLASS(call, proto, args, tstruct, assign, print)                             \
	SPILE_SHOW(call, call, PARAMS(print))
#undef DEFINE_EVENT_PRINT
#define DEFINE_EVENT_PRINT(template, call, proto, args, print)                                     \
	SPILE_SHOW(call, template, PARAMS(print))
#include SPILE_TRACE_HEADER

#undef DEFINE_EVENT_PRINT
#define DEFINE_EVENT_PRINT(template, call, proto, args, print)

/* ---- The table of fields. */
#include <trace/stages/stage4_event_fields.h>

#undef DECLARE_EVENT_CLASS
#define DECLARE_EVENT_CLASS(call, proto, args, tstruct, assign, print)                             \
	static const struct trace_event_fields spile_fields_##call[] = { tstruct{} };
#include SPILE_TRACE_HEADER

/* ---- Bytes of dynamic data, and where each part of it goes. */
#include <trace/stages/stage5_get_offsets.h>

#undef DECLARE_EVENT_CLASS
#define DECLARE_EVENT_CLASS(call, proto, args, tstruct, assign, print)                             \
	static inline notrace int spile_measure_##call(                                            \
		struct trace_event_data_offsets_##call *__data_offsets, proto)                     \
	{                                                                                          \
		int __data_size = 0;                                                               \
		int __maybe_unused __item_length;                                                  \
		struct trace_event_raw_##call __maybe_unused *entry;                               \
                                                                                                   \
		tstruct;                                                                           \
		return __data_size;                                                                \
	}
#include SPILE_TRACE_HEADER

/* ---- One field alone. */
#include <trace/stages/stage6_event_callback.h>
#include "fetch.h"

#undef DECLARE_EVENT_CLASS
#define DECLARE_EVENT_CLASS(call, proto, args, tstruct, assign, print)                             \
	enum { spile_counter_##call = __COUNTER__ };                                               \
	static __always_inline notrace u64 spile_fetch_one_##call(const unsigned int __which,      \
								  void *__data, proto)             \
	{                                                                                          \
		typedef struct spile_index_##call __spile_index;                                   \
		struct trace_event_raw_##call __entry_here, *entry = &__entry_here;                \
                                                                                                   \
		{                                                                                  \
			assign;                                                                    \
		}                                                                                  \
		switch (__which) {                                                                 \
			tstruct                                                                    \
		}                                                                                  \
		return 0;                                                                          \
	}                                                                                          \
	enum {                                                                                     \
		spile_fields_of_##call = sizeof(struct spile_index_##call),                        \
		spile_whole_##call = __COUNTER__ - spile_counter_##call != 1 ||                    \
				     spile_fields_of_##call > SPILE_MOST_FETCHED                   \
	};                                                                                         \
	static __always_inline notrace u64 spile_fetch_##call(unsigned int __which, void *__data,  \
							      proto)                               \
	{                                                                                          \
		switch (__which) {                                                                 \
			SPILE_FETCH_EACH(spile_fields_of_##call, spile_fetch_one_##call, __data,   \
					 args)                                                     \
		}                                                                                  \
		return 0;                                                                          \
	}
#include SPILE_TRACE_HEADER
#include "unfetch.h"

/* ---- The probe: see include/glue/event_hit.h for what it is asked. */
#include <trace/stages/stage6_event_callback.h>

#define SPILE_PROBE(call, proto, args, tstruct, assign, enter, leave)                              \
	static notrace __no_stack_protector void spile_probe_##call(void *__data, proto)           \
	{                                                                                          \
		struct trace_event_data_offsets_##call __maybe_unused __data_offsets;              \
		struct spile_event_run __run __attribute__((uninitialized));                       \
		struct trace_event_raw_##call *entry;                                              \
		long __next;                                                                       \
                                                                                                   \
		enter;                                                                             \
		__next = spile_event_begin(__data, &__run);                                        \
		while (__next != SPILE_EVENT_DONE) {                                               \
			if (!spile_whole_##call && __next >= 0) {                                  \
				__next = spile_event_next(                                         \
					&__run, spile_fetch_##call(__next, __data, args));         \
				continue;                                                          \
			}                                                                          \
			entry = spile_event_reserve(                                               \
				&__run,                                                            \
				sizeof(*entry) + spile_measure_##call(&__data_offsets, args));     \
			if (entry) {                                                               \
				tstruct                                                            \
				{                                                                  \
					assign;                                                    \
				}                                                                  \
			}                                                                          \
			__next = spile_event_commit(&__run, entry);                                \
		}                                                                                  \
		leave;                                                                             \
	}
#undef DECLARE_EVENT_CLASS
#define DECLARE_EVENT_CLASS(call, proto, args, tstruct, assign, print)                             \
	SPILE_PROBE(call, PARAMS(proto), PARAMS(args), PARAMS(tstruct), PARAMS(assign), , )
#undef DECLARE_EVENT_SYSCALL_CLASS
#define DECLARE_EVENT_SYSCALL_CLASS(call, proto, args, tstruct, assign, print)                     \
	SPILE_PROBE(call, PARAMS(proto), PARAMS(args), PARAMS(tstruct), PARAMS(assign),            \
		    preempt_disable_notrace(), preempt_enable_notrace())

/* Compiles only if the probe takes what the tracepoint gives. */
#undef DEFINE_EVENT
#define DEFINE_EVENT(template, call, proto, args)                                                  \
	static inline void spile_check_##call(void)                                                \
	{                                                                                          \
		check_trace_callback_type_##call(spile_probe_##template);                          \
	}
#undef DEFINE_EVENT_PRINT
#define DEFINE_EVENT_PRINT(template, call, proto, args, print)                                     \
	DEFINE_EVENT(template, call, PARAMS(proto), PARAMS(args))
#include SPILE_TRACE_HEADER

/* ---- The rows of the table of events. */
#include <trace/stages/stage7_class_define.h>

#undef DECLARE_EVENT_SYSCALL_CLASS
#define DECLARE_EVENT_SYSCALL_CLASS DECLARE_EVENT_CLASS
#undef DECLARE_EVENT_CLASS
#define DECLARE_EVENT_CLASS(call, proto, args, tstruct, assign, print)                             \
	static const char spile_print_fmt_##call[] = print;                                        \
	static const struct spile_event_class spile_class_##call = {                               \
		.fields = spile_fields_##call,                                                     \
		.sources = spile_sources_##call,                                                   \
		.print_fmt = spile_print_fmt_##call,                                               \
		.show = spile_show_##call,                                                         \
		.probe = spile_probe_##call,                                                       \
		.entry_bytes = sizeof(struct trace_event_raw_##call),                              \
		.whole = spile_whole_##call,                                                       \
	};

#define SPILE_ROW(template, call, text, shown)                                                     \
	static const struct spile_event_row spile_event_##call = {                                 \
		.header = SPILE_TRACE_HEADER_NAME,                                                 \
		.system = __stringify(TRACE_SYSTEM),                                               \
		.name = #call,                                                                     \
		.class = &spile_class_##template,                                                  \
		.print_fmt = text,                                                                 \
		.show = shown,                                                                     \
	};                                                                                         \
	static const struct spile_event_row *spile_event_row_##call __used                   \
		__section(SPILE_EVENT_ROWS) = &spile_event_##call;

#undef DEFINE_EVENT
#define DEFINE_EVENT(template, call, proto, args) SPILE_ROW(template, call, NULL, NULL)
#undef DEFINE_EVENT_PRINT
#define DEFINE_EVENT_PRINT(template, call, proto, args, print)                                     \
	static const char spile_print_fmt_##call[] = print;                                        \
	SPILE_ROW(template, call, spile_print_fmt_##call, spile_show_##call)
#include SPILE_TRACE_HEADER
