// SPDX-License-Identifier: GPL-2.0
/*
 * The measuring instrument of `make bench`. It measures the kernel's own ftrace
 * and spile by the same code; what is measured, and in which order, the jobs say.
 *
 * One command per write to /proc/spile_bench; the answer, lines of "name value",
 * is read back from it. Numbers are instructions when the VM runs with -icount
 * (a TSC tick is an instruction then), else TSC ticks.
 *
 *   call N                   5 x N calls of spile_bench_target(): hundredths of an
 *                            instruction per call, the least of the five
 *   sites\nADDRESS...        the sites that kernel ops will trace; none: all functions
 *   prepare kernel K         K ops with that filter (ftrace_set_filter_ips)
 *   prepare spile K FILTER [EXCLUDE]
 *                            the same with spile_prepare_ops(); "-": no filter
 *   register I J             ops I..J-1, one by one
 *   register_batch I J       by spile_register_ops_batch()
 *   unregister I J           one by one
 *   unregister_batch I J     by spile_unregister_ops_batch()
 *   forget                   frees the ops
 *   setfilter TEXT           ftrace_set_filter() of one ops
 *   hits I                   what spile's ops number I has counted
 *
 * Answers to the commands on ops: total, of which idle (the CPU slept), wall_ns, and
 * for each of the ops a line "op NUMBER COST" without the time slept.
 */
#include <linux/ftrace.h>
#include <linux/kernel.h>
#include <linux/kprobes.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/proc_fs.h>
#include <linux/sched.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/tick.h>
#include <linux/uaccess.h>

#include <asm/tsc.h>

#include "spile/ops.h"

#define MAX_OPS 4096
#define MAX_SITES 65536

noinline void spile_bench_target(unsigned long i);

/* spile.ko may be absent while the kernel is measured. */
static struct {
	typeof(&spile_register_ops) add;
	typeof(&spile_register_ops_batch) add_batch;
	typeof(&spile_unregister_ops) del;
	typeof(&spile_unregister_ops_batch) del_batch;
	typeof(&spile_prepare_ops) prepare;
	typeof(&spile_forget_ops) forget;
	typeof(&spile_ops_hits) hits;
} spile;

static DEFINE_MUTEX(bench_mutex);
static char *answer;
static size_t answer_len;
#define ANSWER_SIZE (256 * 1024)

static unsigned long *sites;
static unsigned int site_count;
static unsigned long (*site_of)(unsigned long ip);

static bool of_spile;
static unsigned int op_count, registered;
static struct ftrace_ops *kernel_ops;
static struct spile_ops *spile_ops;
static struct spile_ops **spile_list;
static char *filter_text, *exclude_text;

noinline void spile_bench_target(unsigned long i)
{
	asm volatile("" : : "r"(i));
}

static void notrace empty_callback(unsigned long ip, unsigned long parent_ip,
				   struct ftrace_ops *ops, struct ftrace_regs *fregs)
{
}

static __printf(1, 2) void say(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	answer_len += vscnprintf(answer + answer_len, ANSWER_SIZE - answer_len, format, args);
	va_end(args);
}

static u64 idle_ns(void)
{
	return get_cpu_idle_time_us(raw_smp_processor_id(), NULL) * NSEC_PER_USEC;
}

/* What one step, or a row of them, costs. */
struct span {
	u64 start, idle, wall;
};

static void begin(struct span *span)
{
	span->wall = ktime_get_ns();
	span->idle = idle_ns();
	span->start = rdtsc_ordered();
}

static void end(struct span *span)
{
	span->start = rdtsc_ordered() - span->start;
	span->idle = idle_ns() - span->idle;
	span->wall = ktime_get_ns() - span->wall;
	say("total %llu\nidle %llu\nwall_ns %llu\n", span->start, span->idle, span->wall);
}

static u64 time_calls(unsigned long n)
{
	u64 start = rdtsc_ordered();
	unsigned long i;

	for (i = 0; i < n; i++)
		spile_bench_target(i);
	return rdtsc_ordered() - start;
}

/*
 * In pieces, the scheduler let in between: with a reschedule pending, each
 * preempt_enable() of whoever traces would cost more.
 */
static int do_call(char *args)
{
	u64 best = U64_MAX;
	unsigned long n, done;
	int round;

	if (kstrtoul(strim(args), 10, &n) || !n)
		return -EINVAL;
	for (round = 0; round < 5; round++) {
		u64 took = 0;

		for (done = 0; done < n; done += min(n - done, 1000UL)) {
			cond_resched();
			took += time_calls(min(n - done, 1000UL));
		}
		best = min(best, took);
	}
	say("call %llu\n", best * 100 / n);
	return 0;
}

static int do_sites(char *args)
{
	char *word;

	site_count = 0;
	while ((word = strsep(&args, " \n"))) {
		unsigned long address;

		if (!*word)
			continue;
		if (site_count == MAX_SITES || kstrtoul(word, 16, &address))
			return -EINVAL;
		address = site_of(address);
		if (address)
			sites[site_count++] = address;
	}
	say("sites %u\n", site_count);
	return 0;
}

static int find_spile(void)
{
	if (spile.hits)
		return 0;
	spile.add = symbol_get(spile_register_ops);
	spile.add_batch = symbol_get(spile_register_ops_batch);
	spile.del = symbol_get(spile_unregister_ops);
	spile.del_batch = symbol_get(spile_unregister_ops_batch);
	spile.prepare = symbol_get(spile_prepare_ops);
	spile.forget = symbol_get(spile_forget_ops);
	spile.hits = symbol_get(spile_ops_hits);
	return spile.hits ? 0 : -ENOENT;
}

static void lose_spile(void)
{
	if (!spile.hits)
		return;
	symbol_put(spile_register_ops);
	symbol_put(spile_register_ops_batch);
	symbol_put(spile_unregister_ops);
	symbol_put(spile_unregister_ops_batch);
	symbol_put(spile_prepare_ops);
	symbol_put(spile_forget_ops);
	symbol_put(spile_ops_hits);
	memset(&spile, 0, sizeof(spile));
}

static void forget(void)
{
	unsigned int i;

	for (i = 0; i < op_count; i++) {
		if (of_spile)
			spile.forget(&spile_ops[i]);
		else
			ftrace_free_filter(&kernel_ops[i]);
	}
	kvfree(kernel_ops);
	kvfree(spile_ops);
	kvfree(spile_list);
	kfree(filter_text);
	kfree(exclude_text);
	kernel_ops = NULL;
	spile_ops = NULL;
	spile_list = NULL;
	filter_text = exclude_text = NULL;
	op_count = 0;
}

static u64 cost[MAX_OPS], idle_before;

/* In line: as functions of their own they would be hit, inside what is timed. */
static __always_inline void begin_op(unsigned int i)
{
	idle_before = idle_ns();
	cost[i] = rdtsc_ordered();
}

static __always_inline void end_op(unsigned int i)
{
	cost[i] = rdtsc_ordered() - cost[i];
	cost[i] -= min(cost[i], idle_ns() - idle_before);
}

static void say_costs(unsigned int from, unsigned int to)
{
	for (; from < to; from++)
		say("op %u %llu\n", from + 1, cost[from]);
}

static char *text_of(const char *word)
{
	char *text = kstrdup(word && strcmp(word, "-") ? word : "", GFP_KERNEL);

	if (text)
		strreplace(text, ',', ' ');
	return text;
}

static int prepare_one(unsigned int i)
{
	int rc = 0;

	if (of_spile) {
		spile_ops[i].filter = filter_text;
		spile_ops[i].exclude = exclude_text;
		spile_list[i] = &spile_ops[i];
		begin_op(i);
		rc = spile.prepare(&spile_ops[i]);
		end_op(i);
	} else {
		kernel_ops[i].func = empty_callback;
		begin_op(i);
		if (site_count)
			rc = ftrace_set_filter_ips(&kernel_ops[i], sites, site_count, 0, 0);
		end_op(i);
	}
	return rc;
}

static int do_prepare(char *args)
{
	char *side = strsep(&args, " ");
	char *number = strsep(&args, " ");
	char *filter = strsep(&args, " ");
	unsigned int count, i;
	struct span span;
	int rc;

	if (!number || kstrtouint(number, 10, &count) || !count || count > MAX_OPS)
		return -EINVAL;
	if (op_count)
		return -EBUSY;
	of_spile = !strcmp(side, "spile");
	if (of_spile && (rc = find_spile()))
		return rc;
	/* One side's only: the job looks at what spile takes of the slab. */
	kernel_ops = kvcalloc(of_spile ? 1 : count, sizeof(*kernel_ops), GFP_KERNEL);
	spile_ops = kvcalloc(of_spile ? count : 1, sizeof(*spile_ops), GFP_KERNEL);
	spile_list = kvcalloc(of_spile ? count : 1, sizeof(*spile_list), GFP_KERNEL);
	say("instrument_bytes %zu\n", count * (of_spile ? sizeof(*spile_ops) + sizeof(*spile_list) :
							  sizeof(*kernel_ops)));
	filter_text = text_of(filter);
	exclude_text = text_of(args);
	rc = kernel_ops && spile_ops && spile_list && filter_text && exclude_text ? 0 : -ENOMEM;
	begin(&span);
	for (i = 0; !rc && i < count; i++) {
		rc = prepare_one(i);
		if (!rc)
			op_count = i + 1;
	}
	end(&span);
	say_costs(0, op_count);
	if (rc)
		forget();
	return rc;
}

static int range(char *args, unsigned int *from, unsigned int *to)
{
	if (!args || sscanf(args, "%u %u", from, to) != 2 || *from >= *to || *to > op_count)
		return -EINVAL;
	return 0;
}

static int do_register(char *args)
{
	unsigned int from, to, i;
	struct span span;
	int rc = range(args, &from, &to);

	if (!rc && from != registered)
		rc = -EINVAL;
	if (rc)
		return rc;
	begin(&span);
	for (i = from; !rc && i < to; i++) {
		begin_op(i);
		rc = of_spile ? spile.add(&spile_ops[i]) : register_ftrace_function(&kernel_ops[i]);
		end_op(i);
		if (!rc)
			registered = i + 1;
	}
	end(&span);
	say_costs(from, to);
	return rc;
}

static int do_register_batch(char *args)
{
	unsigned int from, to;
	struct span span;
	int rc = range(args, &from, &to);

	if (!rc && (from != registered || !of_spile))
		rc = -EINVAL;
	if (rc)
		return rc;
	begin(&span);
	rc = spile.add_batch(spile_list + from, to - from);
	end(&span);
	if (!rc)
		registered = to;
	return rc;
}

/* From the last one down. */
static int do_unregister(char *args)
{
	unsigned int from, to, i;
	struct span span;
	int rc = range(args, &from, &to);

	if (!rc && to != registered)
		rc = -EINVAL;
	if (rc)
		return rc;
	begin(&span);
	for (i = to; i-- > from;) {
		begin_op(i);
		if (of_spile)
			spile.del(&spile_ops[i]);
		else
			unregister_ftrace_function(&kernel_ops[i]);
		end_op(i);
		registered = i;
	}
	end(&span);
	say_costs(from, to);
	return rc;
}

static int do_unregister_batch(char *args)
{
	unsigned int from, to;
	struct span span;
	int rc = range(args, &from, &to);

	if (!rc && (to != registered || !of_spile))
		rc = -EINVAL;
	if (rc)
		return rc;
	begin(&span);
	spile.del_batch(spile_list + from, to - from);
	end(&span);
	registered = from;
	return 0;
}

static int do_forget(char *args)
{
	if (registered)
		return -EBUSY;
	forget();
	return 0;
}

static int do_setfilter(char *args)
{
	/* Not to be used again after ftrace_free_filter(), which leaves its pointers. */
	struct ftrace_ops *ops = kzalloc(sizeof(*ops), GFP_KERNEL);
	struct span span;
	int rc;

	if (!ops)
		return -ENOMEM;
	ops->func = empty_callback;
	begin(&span);
	rc = ftrace_set_filter(ops, args, strlen(args), 1);
	end(&span);
	ftrace_free_filter(ops);
	kfree(ops);
	return rc;
}

static int do_hits(char *args)
{
	unsigned int i;

	if (kstrtouint(strim(args), 10, &i) || i >= op_count || !of_spile)
		return -EINVAL;
	say("hits %llu\n", spile.hits(&spile_ops[i]));
	return 0;
}

static const struct {
	const char *name;
	int (*run)(char *args);
} commands[] = {
	{ "call", do_call },
	{ "sites", do_sites },
	{ "prepare", do_prepare },
	{ "register", do_register },
	{ "register_batch", do_register_batch },
	{ "unregister", do_unregister },
	{ "unregister_batch", do_unregister_batch },
	{ "forget", do_forget },
	{ "setfilter", do_setfilter },
	{ "hits", do_hits },
};

static ssize_t bench_write(struct file *file, const char __user *buffer, size_t count, loff_t *pos)
{
	char *text, *args, *name;
	int rc = -EINVAL;
	size_t i;

	if (count > 4 << 20)
		return -E2BIG;
	text = kvmalloc(count + 1, GFP_KERNEL);
	if (!text)
		return -ENOMEM;
	if (copy_from_user(text, buffer, count)) {
		kvfree(text);
		return -EFAULT;
	}
	text[count] = '\0';
	args = strim(text);
	name = strsep(&args, " \n");
	if (!args)
		args = text + count;

	mutex_lock(&bench_mutex);
	answer_len = 0;
	for (i = 0; i < ARRAY_SIZE(commands); i++)
		if (!strcmp(commands[i].name, name))
			rc = commands[i].run(args);
	mutex_unlock(&bench_mutex);
	kvfree(text);
	return rc ?: count;
}

static ssize_t bench_read(struct file *file, char __user *buffer, size_t count, loff_t *pos)
{
	ssize_t rc;

	mutex_lock(&bench_mutex);
	rc = simple_read_from_buffer(buffer, count, pos, answer, answer_len);
	mutex_unlock(&bench_mutex);
	return rc;
}

static const struct proc_ops bench_ops = {
	.proc_write = bench_write,
	.proc_read = bench_read,
	.proc_lseek = default_llseek,
};

static int __init find_ftrace_location(void)
{
	struct kprobe probe = { .symbol_name = "ftrace_location" };
	int rc = register_kprobe(&probe);

	if (rc)
		return rc;
	site_of = (void *)probe.addr;
	unregister_kprobe(&probe);
	return 0;
}

static int __init bench_init(void)
{
	int rc = find_ftrace_location();

	if (rc)
		return rc;
	answer = kvzalloc(ANSWER_SIZE, GFP_KERNEL);
	sites = kvcalloc(MAX_SITES, sizeof(*sites), GFP_KERNEL);
	rc = answer && sites && proc_create("spile_bench", 0600, NULL, &bench_ops) ? 0 : -ENOMEM;
	if (rc) {
		kvfree(answer);
		kvfree(sites);
	}
	return rc;
}

static void __exit bench_exit(void)
{
	remove_proc_entry("spile_bench", NULL);
	if (registered && of_spile)
		spile.del_batch(spile_list, registered);
	while (registered && !of_spile)
		unregister_ftrace_function(&kernel_ops[--registered]);
	forget();
	lose_spile();
	kvfree(answer);
	kvfree(sites);
}

module_init(bench_init);
module_exit(bench_exit);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Measures spile beside the kernel's ftrace");
