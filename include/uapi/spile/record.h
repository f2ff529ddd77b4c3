/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What stands in an event of the ring: the kernel's trace entries, so that its formats
 * (events/ftrace/) describe them. Each begins with the same 8 bytes:
 *
 *   bits 63..32  31..28   27..24    23..16  15..0
 *        pid   | migr.  | preempt | flags | type      spile_entry.word
 *
 * All but the type is what spile_task_context() gives.
 */
#ifndef SPILE_RECORD_H
#define SPILE_RECORD_H

/* The kernel's ids of its own entries; ids of events begin behind them. */
enum spile_record_type {
	SPILE_RECORD_FUNCTION = 1,
	SPILE_RECORD_STACK = 4,
	SPILE_RECORD_TEXT = 5,
	SPILE_RECORD_USER_STACK = 12,
	SPILE_RECORD_RAW = 18,
	SPILE_RECORD_FUNC_REPEATS = 19,
	SPILE_RECORD_FIRST_EVENT = 20,
	SPILE_RECORD_SCHED_SWITCH = 20,
};

/* Entries stand on 4 bytes, whatever is in them. */
#define SPILE_RECORD_PACKED __attribute__((packed, aligned(4)))

struct spile_entry {
	unsigned long long word;
} SPILE_RECORD_PACKED;

/* function: a traced function was entered. */
struct spile_record_function {
	unsigned long long ip;
	unsigned long long parent_ip;
} SPILE_RECORD_PACKED;

/* kernel_stack: addresses, innermost first. */
struct spile_record_stack {
	int depth;
	int spare;
	unsigned long long ips[];
} SPILE_RECORD_PACKED;

/* user_stack: addresses in the program, innermost first; 0 where there are no more. */
#define SPILE_USER_STACK_DEPTH 8
struct spile_record_user_stack {
	unsigned int tgid;
	unsigned int spare;
	unsigned long long ips[SPILE_USER_STACK_DEPTH];
} SPILE_RECORD_PACKED;

/* func_repeats: so many calls of a function from one place, one after the other, of which
 * the last was `delta` before this record. */
struct spile_record_func_repeats {
	unsigned long long ip;
	unsigned long long parent_ip;
	unsigned short count;
	unsigned short delta_top; /* bits 32..47 */
	unsigned int delta_bottom;
} SPILE_RECORD_PACKED;

/* print: what a user wrote to trace_marker. Ends with a NUL. */
struct spile_record_text {
	unsigned long long ip;
	char text[];
} SPILE_RECORD_PACKED;

/* The scheduler switched tasks; fields as the kernel's sched:sched_switch has them. */
struct spile_record_sched_switch {
	char prev_comm[16];
	int prev_pid;
	int prev_prio;
	long long prev_state;
	char next_comm[16];
	int next_pid;
	int next_prio;
} SPILE_RECORD_PACKED;

/* raw_data: what a user wrote to trace_marker_raw. */
struct spile_record_raw {
	unsigned int id;
	unsigned char data[];
} SPILE_RECORD_PACKED;

#ifdef __cplusplus
#define SPILE_RECORD_ASSERT(what) static_assert(what, #what)
#else
#define SPILE_RECORD_ASSERT(what) _Static_assert(what, #what)
#endif
SPILE_RECORD_ASSERT(sizeof(struct spile_entry) == 8);
SPILE_RECORD_ASSERT(sizeof(struct spile_record_function) == 16);
SPILE_RECORD_ASSERT(sizeof(struct spile_record_stack) == 8);
SPILE_RECORD_ASSERT(sizeof(struct spile_record_user_stack) == 72);
SPILE_RECORD_ASSERT(sizeof(struct spile_record_func_repeats) == 24);
SPILE_RECORD_ASSERT(sizeof(struct spile_record_text) == 8);
SPILE_RECORD_ASSERT(sizeof(struct spile_record_raw) == 4);
SPILE_RECORD_ASSERT(sizeof(struct spile_record_sched_switch) == 56);

#endif
