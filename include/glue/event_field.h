/* SPDX-License-Identifier: GPL-2.0 */
/*
 * One field of an event, as the kernel's format files describe it.
 *
 * An entry in memory has the kernel's layout: u16 common_type, u8 common_flags, u8
 * common_preempt_count, s32 common_pid, then the fields at their offsets. The field of
 * dynamic data is a u32: offset | bytes << 16, the offset from the entry's begin, or
 * from the end of the field for SPILE_FIELD_REL_DYN_STRING.
 */
#ifndef GLUE_EVENT_FIELD_H
#define GLUE_EVENT_FIELD_H

#include "glue/types.h"

SPILE_C_BEGIN

enum spile_field_kind {
	SPILE_FIELD_OTHER,
	SPILE_FIELD_STATIC_STRING, /* an array of char */
	SPILE_FIELD_DYN_STRING,
	SPILE_FIELD_REL_DYN_STRING,
	SPILE_FIELD_PTR_STRING,
	SPILE_FIELD_TRACE_FN, /* an address in the kernel's text */
	SPILE_FIELD_CPUMASK,
};

struct spile_event_field {
	const char *type; /* "unsigned int", "char[16]", "__data_loc char[]" */
	const char *name; /* "prev_comm" */
	spile_u16 offset; /* bytes from the entry's begin, with the 8 of common fields */
	spile_u16 size; /* bytes in the entry */
	spile_u8 is_signed;
	spile_u8 kind; /* enum spile_field_kind */
	spile_u16 elements; /* of a static array, else 0 */
};

SPILE_C_END

#endif
