/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A sub-buffer of the forward ring: the kernel's own page format, as events/header_page
 * and events/header_event tell it. Readers of trace_pipe_raw know it already.
 *
 *    0  +---------------------------+
 *       | time stamp            u64 |  of the first event
 *    8  +---------------------------+
 *       | commit                u64 |  bytes of events, and flags
 *   16  +---------------------------+
 *       | events ...                |  each on 4 bytes
 *       +---------------------------+
 *
 * An event is a 32-bit header and its data:
 *
 *   bits 31..5    4..0
 *   time_delta | type_len
 *
 *   type_len 1..28  data of 4 * type_len bytes
 *            0      a word with 4 + the bytes of data, then the data
 *            29     padding. time_delta 0: to the end of the page; otherwise a word with
 *                   4 + the bytes that follow it (an event that was taken back)
 *            30     a word with bits 27.. of the time delta
 *            31     a word with bits 27.. of an absolute time, which has 59 bits
 */
#ifndef SPILE_PAGE_H
#define SPILE_PAGE_H

#define SPILE_PAGE_HEADER_BYTES 16u
#define SPILE_PAGE_COMMIT_MASK 0xfffffu
#define SPILE_PAGE_MISSED_EVENTS (1u << 31) /* events were lost before the first one here */
#define SPILE_PAGE_MISSED_STORED (1u << 30) /* how many: a u64 behind the last event */

#define SPILE_EVENT_TYPE_BITS 5
#define SPILE_EVENT_TYPE_MASK 0x1fu
#define SPILE_EVENT_DELTA_BITS 27
#define SPILE_EVENT_MAX_SMALL_BYTES 112u

enum spile_event_type_len {
	SPILE_EVENT_LARGE = 0,
	SPILE_EVENT_MAX_SMALL = 28,
	SPILE_EVENT_PADDING = 29,
	SPILE_EVENT_TIME_EXTEND = 30,
	SPILE_EVENT_TIME_STAMP = 31,
};

struct spile_page {
	unsigned long long time_stamp;
	unsigned long long commit;
	unsigned char data[];
};

#ifdef __cplusplus
static_assert(sizeof(struct spile_page) == SPILE_PAGE_HEADER_BYTES, "page header");
#else
_Static_assert(sizeof(struct spile_page) == SPILE_PAGE_HEADER_BYTES, "page header");
#endif

#endif
