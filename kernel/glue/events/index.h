/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Stage: a struct with a byte for each field, so that the offset of a byte is the
 * field's index. Names as in the entry.
 */
#undef __field
#define __field(type, item) char item;
#undef __field_ext
#define __field_ext(type, item, filter_type) char item;
#undef __field_struct
#define __field_struct(type, item) char item;
#undef __field_struct_ext
#define __field_struct_ext(type, item, filter_type) char item;
#undef __array
#define __array(type, item, len) char item;

#undef __dynamic_array
#define __dynamic_array(type, item, len) char __data_loc_##item;
#undef __string
#define __string(item, src) char __data_loc_##item;
#undef __string_len
#define __string_len(item, src, len) char __data_loc_##item;
#undef __vstring
#define __vstring(item, fmt, ap) char __data_loc_##item;
#undef __bitmask
#define __bitmask(item, nr_bits) char __data_loc_##item;
#undef __cpumask
#define __cpumask(item) char __data_loc_##item;
#undef __sockaddr
#define __sockaddr(item, len) char __data_loc_##item;

#undef __rel_dynamic_array
#define __rel_dynamic_array(type, item, len) char __rel_loc_##item;
#undef __rel_string
#define __rel_string(item, src) char __rel_loc_##item;
#undef __rel_string_len
#define __rel_string_len(item, src, len) char __rel_loc_##item;
#undef __rel_bitmask
#define __rel_bitmask(item, nr_bits) char __rel_loc_##item;
#undef __rel_cpumask
#define __rel_cpumask(item) char __rel_loc_##item;
#undef __rel_sockaddr
#define __rel_sockaddr(item, len) char __rel_loc_##item;
