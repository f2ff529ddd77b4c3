/* SPDX-License-Identifier: GPL-2.0 */
/* Stage: a string with a letter for each field, SPILE_SOURCE_*. */
#undef __field
#define __field(type, item) "v"
#undef __field_ext
#define __field_ext(type, item, filter_type) "v"
#undef __field_struct
#define __field_struct(type, item) "-"
#undef __field_struct_ext
#define __field_struct_ext(type, item, filter_type) "-"
#undef __array
#define __array(type, item, len) "-"

#undef __string
#define __string(item, src) "s"
#undef __rel_string
#define __rel_string(item, src) "s"

#undef __dynamic_array
#define __dynamic_array(type, item, len) "-"
#undef __string_len
#define __string_len(item, src, len) "-"
#undef __vstring
#define __vstring(item, fmt, ap) "-"
#undef __bitmask
#define __bitmask(item, nr_bits) "-"
#undef __cpumask
#define __cpumask(item) "-"
#undef __sockaddr
#define __sockaddr(field, len) "-"

#undef __rel_dynamic_array
#define __rel_dynamic_array(type, item, len) "-"
#undef __rel_string_len
#define __rel_string_len(item, src, len) "-"
#undef __rel_bitmask
#define __rel_bitmask(item, nr_bits) "-"
#undef __rel_cpumask
#define __rel_cpumask(item) "-"
#undef __rel_sockaddr
#define __rel_sockaddr(field, len) "-"
