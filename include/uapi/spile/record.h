/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Records of the ring. Every record is a multiple of 8 bytes, starts on 8, and
 * lies within one block of SPILE_BLOCK_BYTES:
 *
 *   bits   63..54       53..48  47..44   43..40   39..32  31..0
 *        +------------+-------+--------+---------+-------+------+
 *    0   | size words | type  | migr.  | preempt | flags | pid  |   spile_record.word
 *        +------------+-------+--------+---------+-------+------+
 *    8   | time in ns                                           |
 *        +------------------------------------------------------+
 *   16   | payload, by type                                     |
 *
 * Bits 0..47 are what spile_task_context() gives. The size counts the whole
 * record in units of 8 bytes. Padding has no time: it may be 8 bytes long.
 */
#ifndef SPILE_RECORD_H
#define SPILE_RECORD_H

#define SPILE_BLOCK_BYTES 4096u
#define SPILE_RECORD_TYPE_SHIFT 48
#define SPILE_RECORD_TYPE_MASK 0x3fu
#define SPILE_RECORD_WORDS_SHIFT 54

enum spile_record_type {
	SPILE_RECORD_PADDING = 0,
	SPILE_RECORD_FUNCTION = 1,
	SPILE_RECORD_STACK = 2,
	SPILE_RECORD_TEXT = 3,
	SPILE_RECORD_RAW = 4,
	SPILE_RECORD_SCHED_SWITCH = 5,
};

struct spile_record {
	unsigned long long word;
	unsigned long long time_ns;
};

/* A traced function was entered. */
struct spile_record_function {
	unsigned long long ip;
	unsigned long long parent_ip;
};

/* Kernel addresses, innermost first. */
struct spile_record_stack {
	unsigned int depth;
	unsigned int spare;
	unsigned long long ips[];
};

/* What a user wrote to trace_marker; `ip` 0 stands for the marker file itself. */
struct spile_record_text {
	unsigned long long ip;
	unsigned int bytes;
	char text[];
};

/* The scheduler switched tasks; fields as the kernel's sched:sched_switch has them. */
struct spile_record_sched_switch {
	char prev_comm[16];
	int prev_pid;
	int prev_prio;
	long long prev_state;
	char next_comm[16];
	int next_pid;
	int next_prio;
};

/* What a user wrote to trace_marker_raw. */
struct spile_record_raw {
	unsigned int id;
	unsigned int bytes;
	unsigned char data[];
};

#ifdef __cplusplus
#define SPILE_RECORD_ASSERT(what) static_assert(what, #what)
#else
#define SPILE_RECORD_ASSERT(what) _Static_assert(what, #what)
#endif
SPILE_RECORD_ASSERT(sizeof(struct spile_record) == 16);
SPILE_RECORD_ASSERT(sizeof(struct spile_record_function) == 16);
SPILE_RECORD_ASSERT(sizeof(struct spile_record_stack) == 8);
SPILE_RECORD_ASSERT(__builtin_offsetof(struct spile_record_text, text) == 12);
SPILE_RECORD_ASSERT(sizeof(struct spile_record_raw) == 8);
SPILE_RECORD_ASSERT(sizeof(struct spile_record_sched_switch) == 56);
SPILE_RECORD_ASSERT(SPILE_BLOCK_BYTES / 8 < 1u << (64 - SPILE_RECORD_WORDS_SHIFT));

#endif
