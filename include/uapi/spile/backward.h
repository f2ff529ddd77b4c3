/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The backward ring of one CPU, as it lies in memory: what a reader that maps it sees. (The
 * file per_cpu/cpuN/trace_backward has read(2) alone so far, no mmap(2) and no ioctl(2); the
 * steps below are those of the kernel side's own copies.) Documentation/ring-backward.md has
 * the protocol.
 *
 *      0  +------------------------------+
 *         | struct spile_backward_control|  one page
 *   4096  +------------------------------+
 *         | data                         |  `size` bytes, a power of two
 *         +------------------------------+
 *
 * Positions are bytes and sink: the first record ends at 0, each newer one lies below the
 * one before. The byte of position p stands at data[p & (size - 1)].
 *
 *     data   ...| newest | older | ... | oldest |...
 *               ^ committed                     ^ at most `size` behind
 *
 * A record begins with its length, so from the newest one on all others are found, until
 * the ring's size says that what follows was overwritten. No record straddles the end of
 * the data; padding stands where one would.
 *
 * Reading while records are being written:
 *
 *   1. start = control->start, then c = control->committed: the second with acquire.
 *      c >= start: the ring is empty.
 *   2. Copy the bytes [c, c + size).
 *   3. An acquire fence (all loads of the copy are done), then h = control->head with
 *      acquire, then l = control->lowest.
 *   4. limit = the least of start, h + size and l + size. What lies below `limit` was not
 *      overwritten while it was copied. If limit <= c nothing of the copy is sound: again.
 *   5. From c on: records, one after the other, while they end at or below `limit`.
 *
 * Reading in place, without a copy: between the ioctls SPILE_BACKWARD_PAUSE and _RESUME on
 * the file nothing is written (steps 1 and 3 to 5; what comes meanwhile is counted in
 * lost_paused). Closing the file resumes, too.
 *
 * A position tells a record from all others: a reader that comes again stops at the
 * `committed` of its last look.
 *
 * read(2) gives the records newest first, as they stand here, without padding.
 */
#ifndef SPILE_BACKWARD_H
#define SPILE_BACKWARD_H

#include "uapi/spile/record.h"

#define SPILE_BACKWARD_VERSION 1u
#define SPILE_BACKWARD_DATA_OFFSET 4096u

/* ioctl(2) on the file; no argument. _IO(0xb5, 1) and _IO(0xb5, 2). */
#define SPILE_BACKWARD_PAUSE 0xb501u
#define SPILE_BACKWARD_RESUME 0xb502u

/* reserved = written + discarded; tried = reserved + all lost. */
struct spile_backward_counts {
	unsigned long long written; /* records that were completed */
	unsigned long long discarded; /* reservations that were taken back */
	unsigned long long lost_nested; /* an interrupted writer's record stood in the way */
	unsigned long long lost_paused; /* a reader had paused the ring */
	unsigned long long lost_too_large; /* larger than the ring */
	unsigned long long lost_closed; /* there was no memory for this CPU */
};

struct spile_backward_control {
	/* The same as long as it is mapped. */
	unsigned int version;
	unsigned int data_offset; /* from here */
	unsigned long long size; /* of the data */
	unsigned int cpu;

	unsigned int paused; /* by so many readers */
	/* Nothing lies at `start` or above: the ring was emptied there. */
	long long start;
	struct spile_backward_counts at_start; /* the counts, as they were then */
	unsigned long long reserved[6];

	/* The writers' line. */
	long long head; /* down to here bytes may have been written */
	long long committed; /* from here on up records are complete */
	long long lowest; /* where `head` was before a record was taken back, at its lowest */
	/* The counts, since the ring was made. */
	unsigned long long written;
	struct { /* the writers' own */
		long long bottom;
		unsigned int nest;
		unsigned int mask;
		unsigned long long spare[2];
	} writer;

	unsigned long long discarded;
	unsigned long long lost_nested;
	unsigned long long lost_paused;
	unsigned long long lost_too_large;
	unsigned long long lost_closed;
	unsigned long long reserved2[3];
};

/* word: bytes of the whole record, a multiple of 4, and in bit 0: */
#define SPILE_BACKWARD_PADDING 1u /* nothing here; only `word` itself is there */
#define SPILE_BACKWARD_BYTES_MASK 0xfffffffcu

/* Stands on 4 bytes. The entry and what follows are as in the forward ring (record.h). */
struct spile_backward_record {
	unsigned int word;
	unsigned long long time; /* by the instance's trace_clock */
	struct spile_entry entry;
} SPILE_RECORD_PACKED;

#define SPILE_BACKWARD_HEADER_BYTES 12u

SPILE_RECORD_ASSERT(sizeof(struct spile_backward_record) ==
		    SPILE_BACKWARD_HEADER_BYTES + sizeof(struct spile_entry));
SPILE_RECORD_ASSERT(sizeof(struct spile_backward_counts) == 48);
SPILE_RECORD_ASSERT(sizeof(struct spile_backward_control) == 256);

#endif
