// SPDX-License-Identifier: GPL-2.0
/*
 * The measuring instrument of selftests/bench/ring: events into the kernel's ring buffer and
 * into spile's rings, by the same loop, in one boot. Numbers are instructions when the VM
 * runs with -icount (a TSC tick is an instruction then).
 *
 * A command is written to /proc/spile_ring_bench, its answer, lines of "name value", read
 * from there:
 *
 *   call WHAT N    5 x N events: hundredths of an instruction per event, the least of the
 *                  five; and how many of all were written. WHAT is in the table below.
 *   full WHAT N    the same when the ring is full and drops, or is paused
 *   read WHICH     WHICH (kernel, forward, backward) is filled and then read once:
 *                  instructions, and events that were read
 */
#include <linux/kernel.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/percpu.h>
#include <linux/proc_fs.h>
#include <linux/ring_buffer.h>
#include <linux/sched.h>
#include <linux/seq_file.h>
#include <linux/string.h>
#include <linux/trace_clock.h>
#include <linux/uaccess.h>

#include <asm/tsc.h>

#include "lanes.h"

/* glue/init.h and unexported.h of the module, whose glue this one brings along */
int spile_unexported_init(void);
int spile_cpus_init(void);
void spile_cpus_exit(void);

#define RING_BYTES (1024 * 1024)

static DEFINE_MUTEX(bench_mutex);
static char answer[4096];
static size_t answer_len;

static struct trace_buffer *overwriting, *dropping, *kernel_now;

static __printf(1, 2) void say(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	answer_len += vscnprintf(answer + answer_len, sizeof(answer) - answer_len, format, args);
	va_end(args);
}

static noinline int none(unsigned long cpu_offset, unsigned long number)
{
	asm volatile("" : : "r"(number), "r"(cpu_offset));
	return 1;
}

static __always_inline int kernel_put(unsigned long bytes, unsigned long number, bool discard)
{
	struct ring_buffer_event *event = ring_buffer_lock_reserve(kernel_now, bytes);
	unsigned long *data, i;

	if (unlikely(!event))
		return 0;
	data = ring_buffer_event_data(event);
#pragma GCC unroll 8
	for (i = 0; i < bytes / sizeof(*data); i++)
		data[i] = number;
	if (discard)
		ring_buffer_discard_commit(kernel_now, event);
	else
		ring_buffer_unlock_commit(kernel_now, event);
	return 1;
}

static noinline int kernel_16(unsigned long cpu_offset, unsigned long number)
{
	return kernel_put(16, number, false);
}

static noinline int kernel_64(unsigned long cpu_offset, unsigned long number)
{
	return kernel_put(64, number, false);
}

static noinline int kernel_discard(unsigned long cpu_offset, unsigned long number)
{
	return kernel_put(16, number, true);
}

static const struct {
	const char *name;
	int (*put)(unsigned long cpu_offset, unsigned long number);
} table[] = {
	{ "none", none },
	{ "kernel_16", kernel_16 },
	{ "kernel_64", kernel_64 },
	{ "kernel_discard", kernel_discard },
	{ "forward_16", forward_16 },
	{ "forward_64", forward_64 },
	{ "forward_discard", forward_discard },
	{ "backward_16", backward_16 },
	{ "backward_64", backward_64 },
	{ "backward_discard", backward_discard },
};

/* The events of one loop; the indirect call is in `none`, too. */
static noinline u64 time_calls(int (*put)(unsigned long, unsigned long), unsigned long n,
			       unsigned long *written)
{
	unsigned long i, done = 0;
	u64 start;

	preempt_disable();
	start = rdtsc_ordered();
	for (i = 0; i < n; i++)
		done += put(raw_cpu_read(this_cpu_off), i);
	start = rdtsc_ordered() - start;
	preempt_enable();
	*written += done;
	return start;
}

static int do_call(const char *name, unsigned long n)
{
	unsigned long done, written = 0;
	u64 best = U64_MAX;
	int round;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(table); i++)
		if (!strcmp(name, table[i].name))
			break;
	if (i == ARRAY_SIZE(table))
		return -EINVAL;
	for (round = 0; round < 5; round++) {
		u64 took = 0;

		for (done = 0; done < n; done += min(n - done, 1000UL)) {
			cond_resched();
			took += time_calls(table[i].put, min(n - done, 1000UL), &written);
		}
		best = min(best, took);
	}
	say("call %llu\nwritten %lu\n", best * 100 / n, written);
	return 0;
}

static int count(const char *name)
{
	spile_u64 written, lost;

	if (strncmp(name, "forward", 7) && strncmp(name, "backward", 8))
		return 0;
	lanes_counts(name[0] == 'b', &written, &lost);
	say("counted %llu\nlost %llu\n", written, lost);
	return 0;
}

static int do_full(const char *name, unsigned long n)
{
	unsigned long filled = 0;
	int rc;

	kernel_now = dropping;
	lanes_reset(1);
	if (name[0] == 'b')
		lanes_pause(1);
	else
		time_calls(name[0] == 'k' ? kernel_16 : forward_16, 2 * RING_BYTES / 16, &filled);
	rc = do_call(name, n);
	if (name[0] == 'b')
		lanes_pause(0);
	if (!rc)
		rc = count(name);
	lanes_reset(0);
	kernel_now = overwriting;
	return rc;
}

static long read_kernel(void)
{
	int cpu = raw_smp_processor_id();
	void *page = ring_buffer_alloc_read_page(overwriting, cpu);
	unsigned long before = ring_buffer_entries(overwriting);

	if (IS_ERR(page))
		return PTR_ERR(page);
	while (ring_buffer_read_page(overwriting, &page, PAGE_SIZE, cpu, 0) >= 0)
		;
	ring_buffer_free_read_page(overwriting, cpu, page);
	return before - ring_buffer_entries(overwriting);
}

static int do_read(const char *which)
{
	unsigned long written = 0;
	long events = 0;
	u64 start;

	lanes_reset(0);
	ring_buffer_reset(overwriting);
	if (!strcmp(which, "kernel")) {
		time_calls(kernel_16, 2 * RING_BYTES / 20, &written);
		start = rdtsc_ordered();
		events = read_kernel();
	} else if (!strcmp(which, "forward")) {
		time_calls(forward_16, 2 * RING_BYTES / 20, &written);
		start = rdtsc_ordered();
		events = forward_read();
	} else if (!strcmp(which, "backward")) {
		events = backward_prepare();
		if (events < 0)
			return events;
		time_calls(backward_16, 2 * RING_BYTES / 20, &written);
		events = backward_read(); /* once more, with its counting */
		start = rdtsc_ordered();
		backward_copy();
	} else if (!strcmp(which, "backward_walk")) {
		events = backward_walk();
		start = rdtsc_ordered();
		backward_walk();
	} else {
		return -EINVAL;
	}
	start = rdtsc_ordered() - start;
	if (events < 0)
		return events;
	say("total %llu\nevents %ld\n", start, events);
	return 0;
}

static int run(char *line)
{
	char *command = strsep(&line, " ");
	char *what = strsep(&line, " ");
	unsigned long n = 0;
	int rc;

	if (!what || (line && kstrtoul(line, 10, &n)))
		return -EINVAL;
	if (!strcmp(command, "read"))
		return do_read(what);
	if (!n)
		return -EINVAL;
	if (!strcmp(command, "full"))
		return do_full(what, n);
	if (strcmp(command, "call"))
		return -EINVAL;
	lanes_reset(0);
	rc = do_call(what, n);
	return rc ?: count(what);
}

static ssize_t bench_write(struct file *file, const char __user *user, size_t size, loff_t *at)
{
	char line[128];
	int rc;

	if (size >= sizeof(line))
		return -EINVAL;
	if (copy_from_user(line, user, size))
		return -EFAULT;
	line[size] = 0;
	mutex_lock(&bench_mutex);
	answer_len = 0;
	answer[0] = 0;
	rc = run(strim(line));
	mutex_unlock(&bench_mutex);
	return rc ?: size;
}

static int bench_show(struct seq_file *to, void *context)
{
	seq_puts(to, answer);
	return 0;
}

static int bench_open(struct inode *inode, struct file *file)
{
	return single_open(file, bench_show, NULL);
}

static const struct proc_ops bench_operations = {
	.proc_open = bench_open,
	.proc_read = seq_read,
	.proc_write = bench_write,
	.proc_lseek = seq_lseek,
	.proc_release = single_release,
};

static int __init ring_bench_init(void)
{
	int rc = spile_unexported_init();

	if (rc)
		return rc;
	rc = spile_cpus_init();
	if (rc)
		return rc;
	overwriting = ring_buffer_alloc(RING_BYTES, RB_FL_OVERWRITE);
	dropping = ring_buffer_alloc(RING_BYTES, 0);
	kernel_now = overwriting;
	rc = overwriting && dropping ? lanes_create(RING_BYTES) : -ENOMEM;
	if (!rc && !proc_create("spile_ring_bench", 0600, NULL, &bench_operations))
		rc = -ENOMEM;
	return rc; /* a measuring VM: what failed stays */
}

static void __exit ring_bench_exit(void)
{
	remove_proc_entry("spile_ring_bench", NULL);
	lanes_destroy();
	ring_buffer_free(overwriting);
	ring_buffer_free(dropping);
	spile_cpus_exit();
}

module_init(ring_bench_init);
module_exit(ring_bench_exit);

MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Measures spile's rings beside the kernel's");
