/* SPDX-License-Identifier: GPL-2.0 */
/*
 * trace_pipe_raw, mapped: what the kernel has since 6.10, for programs that know it.
 * Read-only and shared mappings alone.
 *
 *    0             +------------------------+
 *                  | struct spile_ring_meta |
 *    subbuf_size   +------------------------+
 *                  | sub-buffer 0           |  see page.h
 *    2 * ...       +------------------------+
 *                  | sub-buffer 1           |
 *                  +------------------------+
 *                  | ... nr_subbufs - 1     |
 *                  +------------------------+
 *
 * One sub-buffer is the reader's: what it holds, up to its `commit`, stays until the
 * reader asks for the next by ioctl(SPILE_RING_GET_READER). All others are writers'.
 */
#ifndef SPILE_MAPPING_H
#define SPILE_MAPPING_H

struct spile_ring_meta {
	unsigned int meta_page_size;
	unsigned int meta_struct_len;

	unsigned int subbuf_size;
	unsigned int nr_subbufs; /* the reader's among them */

	struct {
		unsigned long long lost_events; /* before the first in it */
		unsigned int id; /* which sub-buffer it is */
		unsigned int read; /* bytes of its events that are taken as read */
	} reader;

	unsigned long long flags; /* 0 */

	/* Events since the buffer was emptied, as they were at the last GET_READER: */
	unsigned long long entries; /* written */
	unsigned long long overrun; /* of these, overwritten before they were read */
	unsigned long long read; /* and read */

	unsigned long long reserved[2];
};

/* _IO('R', 0x20) */
#define SPILE_RING_GET_READER 0x5220u

#ifdef __cplusplus
static_assert(sizeof(struct spile_ring_meta) == 80, "meta page");
#else
_Static_assert(sizeof(struct spile_ring_meta) == 80, "meta page");
#endif

#endif
