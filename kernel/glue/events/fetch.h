/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Stage: one field's value by running the assignments on a local entry, of which
 * nothing else is used; so the compiler drops the others. Comes after the kernel's
 * stage 6 and changes what that would do to dynamic data: nothing is copied, and
 * a class that handles such data itself gives no single field (the count of
 * __COUNTER__ tells, see stages.h).
 *
 * In scope: `__spile_index`, the struct of index.h; `entry`; `__data`.
 */
#define SPILE_GIVE(member, value)                                                                  \
	case offsetof(__spile_index, member):                                                      \
		return (u64)(value);

#undef __field
#define __field(type, item) SPILE_GIVE(item, entry->item)
#undef __field_ext
#define __field_ext(type, item, filter_type) SPILE_GIVE(item, entry->item)
#undef __field_struct
#define __field_struct(type, item)
#undef __field_struct_ext
#define __field_struct_ext(type, item, filter_type)
#undef __array
#define __array(type, item, len)

#undef __string
#define __string(item, src) SPILE_GIVE(__data_loc_##item, (unsigned long)(src))
#undef __rel_string
#define __rel_string(item, src) SPILE_GIVE(__rel_loc_##item, (unsigned long)(src))

#undef __dynamic_array
#define __dynamic_array(type, item, len)
#undef __string_len
#define __string_len(item, src, len)
#undef __vstring
#define __vstring(item, fmt, ap)
#undef __bitmask
#define __bitmask(item, nr_bits)
#undef __cpumask
#define __cpumask(item)
#undef __sockaddr
#define __sockaddr(item, len)

#undef __rel_dynamic_array
#define __rel_dynamic_array(type, item, len)
#undef __rel_string_len
#define __rel_string_len(item, src, len)
#undef __rel_bitmask
#define __rel_bitmask(item, nr_bits)
#undef __rel_cpumask
#define __rel_cpumask(item)
#undef __rel_sockaddr
#define __rel_sockaddr(item, len)

#define SPILE_COPY_NOTHING                                                                         \
	do {                                                                                       \
	} while (0)

#undef __assign_str
#define __assign_str(dst, ...) SPILE_COPY_NOTHING
#undef __assign_str_len
#define __assign_str_len(dst, ...) SPILE_COPY_NOTHING
#undef __assign_vstr
#define __assign_vstr(dst, ...) SPILE_COPY_NOTHING
#undef __assign_bitmask
#define __assign_bitmask(dst, ...) SPILE_COPY_NOTHING
#undef __assign_cpumask
#define __assign_cpumask(dst, ...) SPILE_COPY_NOTHING
#undef __assign_sockaddr
#define __assign_sockaddr(dst, ...) SPILE_COPY_NOTHING
#undef __assign_rel_str
#define __assign_rel_str(dst, ...) SPILE_COPY_NOTHING
#undef __assign_rel_str_len
#define __assign_rel_str_len(dst, ...) SPILE_COPY_NOTHING
#undef __assign_rel_bitmask
#define __assign_rel_bitmask(dst, ...) SPILE_COPY_NOTHING
#undef __assign_rel_cpumask
#define __assign_rel_cpumask(dst, ...) SPILE_COPY_NOTHING
#undef __assign_rel_sockaddr
#define __assign_rel_sockaddr(dst, ...) SPILE_COPY_NOTHING

#undef __get_dynamic_array
#define __get_dynamic_array(field) ((void)__COUNTER__, (void *)__data)
#undef __get_dynamic_array_len
#define __get_dynamic_array_len(field) ((void)__COUNTER__, 0)
#undef __get_rel_dynamic_array
#define __get_rel_dynamic_array(field) ((void)__COUNTER__, (void *)__data)
#undef __get_rel_dynamic_array_len
#define __get_rel_dynamic_array_len(field) ((void)__COUNTER__, 0)

/*
 * Nor is anything copied into arrays: no array is asked for, and the compiler does not
 * know of a function what it writes. (unfetch.h brings the functions back.)
 */
#pragma push_macro("strcpy")
#undef strcpy
#define strcpy(dst, ...) SPILE_COPY_NOTHING
#pragma push_macro("strncpy")
#undef strncpy
#define strncpy(dst, ...) SPILE_COPY_NOTHING
#pragma push_macro("strlcpy")
#undef strlcpy
#define strlcpy(dst, ...) SPILE_COPY_NOTHING
#pragma push_macro("strscpy")
#undef strscpy
#define strscpy(dst, ...) SPILE_COPY_NOTHING
#pragma push_macro("strscpy_pad")
#undef strscpy_pad
#define strscpy_pad(dst, ...) SPILE_COPY_NOTHING
#pragma push_macro("blk_fill_rwbs")
#undef blk_fill_rwbs
#define blk_fill_rwbs(dst, ...) SPILE_COPY_NOTHING
/* What is not an array is as large as a pointer. */
#pragma push_macro("memcpy")
#undef memcpy
#define memcpy(dst, src, bytes)                                                                    \
	do {                                                                                       \
		if (sizeof(dst) == sizeof(void *))                                                 \
			__builtin_memcpy(dst, src, bytes);                                         \
	} while (0)

/*
 * The cases of a switch over a field's index: each calls `fetch` with a constant. A
 * class with more fields gives none alone.
 */
#ifndef SPILE_MOST_FETCHED
#define SPILE_MOST_FETCHED 32
#define SPILE_FETCH(n, count, fetch, args...)                                                      \
	case n:                                                                                    \
		if (n < count)                                                                     \
			return fetch(n, args);                                                     \
		break;
#define SPILE_FETCH_4(n, count, fetch, args...)                                                    \
	SPILE_FETCH(n, count, fetch, args)                                                         \
	SPILE_FETCH(n + 1, count, fetch, args)                                                     \
	SPILE_FETCH(n + 2, count, fetch, args)                                                     \
	SPILE_FETCH(n + 3, count, fetch, args)
#define SPILE_FETCH_EACH(count, fetch, args...)                                                    \
	SPILE_FETCH_4(0, count, fetch, args)                                                       \
	SPILE_FETCH_4(4, count, fetch, args)                                                       \
	SPILE_FETCH_4(8, count, fetch, args)                                                       \
	SPILE_FETCH_4(12, count, fetch, args)                                                      \
	SPILE_FETCH_4(16, count, fetch, args)                                                      \
	SPILE_FETCH_4(20, count, fetch, args)                                                      \
	SPILE_FETCH_4(24, count, fetch, args)                                                      \
	SPILE_FETCH_4(28, count, fetch, args)
#endif
