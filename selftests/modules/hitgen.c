// SPDX-License-Identifier: GPL-2.0
/*
 * Hits in exact numbers. Parameters in /sys/module/hitgen/parameters:
 *
 *	here	N: the writer calls hitgen_task() N times
 *	run	"TASK [IRQ]": on each CPU that is online, at once, TASK calls of
 *		hitgen_task() in a task and IRQ calls of hitgen_irq() from a timer;
 *		with them calls of hitgen_softirq() from a tasklet
 *	task, irq, softirq	how many calls were made since the last write of 0
 *	busy	1: each CPU calls hitgen_task() until 0 is written (uncounted)
 */
#include <linux/cpu.h>
#include <linux/delay.h>
#include <linux/hrtimer.h>
#include <linux/interrupt.h>
#include <linux/kthread.h>
#include <linux/module.h>
#include <linux/workqueue.h>

#define IRQ_PERIOD_NS 100000
#define BURST 8 /* calls in one interrupt */

struct made {
	unsigned long task, irq, softirq;
};
static DEFINE_PER_CPU(struct made, made);

noinline void hitgen_task(void);
noinline void hitgen_task(void)
{
	barrier();
}

noinline void hitgen_irq(void);
noinline void hitgen_irq(void)
{
	barrier();
}

noinline void hitgen_softirq(void);
noinline void hitgen_softirq(void)
{
	barrier();
}

/* Here the calls come from, so that a trace shows this parent. */
static noinline void hitgen_loop(unsigned long calls)
{
	unsigned long i;

	for (i = 0; i < calls; i++) {
		hitgen_task();
		if (!(i & 1023))
			cond_resched();
	}
	get_cpu_ptr(&made)->task += calls;
	put_cpu_ptr(&made);
}

struct run {
	struct hrtimer timer;
	struct tasklet_struct tasklet;
	struct work_struct work;
	unsigned long irq_left;
	bool done;
};
static DEFINE_PER_CPU(struct run, runs);
static unsigned long task_calls, irq_calls;

static void run_softirq(struct tasklet_struct *tasklet)
{
	int i;

	for (i = 0; i < BURST; i++)
		hitgen_softirq();
	this_cpu_add(made.softirq, BURST);
}

static enum hrtimer_restart run_irq(struct hrtimer *timer)
{
	struct run *run = container_of(timer, struct run, timer);
	unsigned long calls = min_t(unsigned long, run->irq_left, BURST), i;

	for (i = 0; i < calls; i++)
		hitgen_irq();
	this_cpu_add(made.irq, calls);
	run->irq_left -= calls;
	tasklet_schedule(&run->tasklet);
	if (!run->irq_left) {
		WRITE_ONCE(run->done, true);
		return HRTIMER_NORESTART;
	}
	hrtimer_forward_now(timer, ns_to_ktime(IRQ_PERIOD_NS));
	return HRTIMER_RESTART;
}

static void run_here(struct work_struct *work)
{
	struct run *run = this_cpu_ptr(&runs);

	run->irq_left = irq_calls;
	run->done = !irq_calls;
	if (irq_calls)
		hrtimer_start(&run->timer, ns_to_ktime(IRQ_PERIOD_NS), HRTIMER_MODE_REL_PINNED_HARD);
	hitgen_loop(task_calls);
	while (!READ_ONCE(run->done))
		usleep_range(100, 1000);
	while (test_bit(TASKLET_STATE_SCHED, &run->tasklet.state))
		usleep_range(100, 1000);
	tasklet_unlock_wait(&run->tasklet);
}

static int set_run(const char *text, const struct kernel_param *param)
{
	int cpu;

	irq_calls = 0;
	if (sscanf(text, "%lu %lu", &task_calls, &irq_calls) < 1)
		return -EINVAL;
	cpus_read_lock();
	for_each_online_cpu(cpu)
		schedule_work_on(cpu, &per_cpu(runs, cpu).work);
	for_each_online_cpu(cpu)
		flush_work(&per_cpu(runs, cpu).work);
	cpus_read_unlock();
	return 0;
}

static int set_here(const char *text, const struct kernel_param *param)
{
	unsigned long calls;
	int rc = kstrtoul(text, 0, &calls);

	if (!rc)
		hitgen_loop(calls);
	return rc;
}

static int get_made(char *buffer, const struct kernel_param *param)
{
	unsigned long sum = 0;
	int cpu;

	for_each_possible_cpu(cpu)
		sum += *(unsigned long *)((char *)per_cpu_ptr(&made, cpu) + (unsigned long)param->arg);
	return sprintf(buffer, "%lu\n", sum);
}

static int clear_made(const char *text, const struct kernel_param *param)
{
	int cpu;

	for_each_possible_cpu(cpu)
		*(unsigned long *)((char *)per_cpu_ptr(&made, cpu) + (unsigned long)param->arg) = 0;
	return 0;
}

static struct task_struct *busy_tasks[NR_CPUS];
static bool busy;

static int be_busy(void *unused)
{
	unsigned long i;

	for (i = 0; !kthread_should_stop(); i++) {
		hitgen_task();
		if (!(i & 255))
			cond_resched();
		if (!(i & 16383))
			msleep(1);
	}
	return 0;
}

static void stop_busy(void)
{
	int cpu;

	for_each_possible_cpu(cpu)
		if (busy_tasks[cpu]) {
			kthread_stop(busy_tasks[cpu]);
			busy_tasks[cpu] = NULL;
		}
	busy = false;
}

static int set_busy(const char *text, const struct kernel_param *param)
{
	bool wanted;
	int cpu, rc = kstrtobool(text, &wanted);

	if (rc || wanted == busy)
		return rc;
	if (!wanted) {
		stop_busy();
		return 0;
	}
	busy = true;
	for_each_online_cpu(cpu) {
		struct task_struct *task = kthread_create(be_busy, NULL, "hitgen/%d", cpu);

		if (IS_ERR(task))
			continue;
		set_cpus_allowed_ptr(task, cpumask_of(cpu));
		busy_tasks[cpu] = task;
		wake_up_process(task);
	}
	return 0;
}

static const struct kernel_param_ops run_ops = { .set = set_run };
static const struct kernel_param_ops here_ops = { .set = set_here };
static const struct kernel_param_ops busy_ops = { .set = set_busy };
static const struct kernel_param_ops made_ops = { .set = clear_made, .get = get_made };
module_param_cb(run, &run_ops, NULL, 0200);
module_param_cb(here, &here_ops, NULL, 0200);
module_param_cb(busy, &busy_ops, NULL, 0200);
module_param_cb(task, &made_ops, (void *)offsetof(struct made, task), 0600);
module_param_cb(irq, &made_ops, (void *)offsetof(struct made, irq), 0600);
module_param_cb(softirq, &made_ops, (void *)offsetof(struct made, softirq), 0600);

static int __init hitgen_init(void)
{
	int cpu;

	for_each_possible_cpu(cpu) {
		struct run *run = per_cpu_ptr(&runs, cpu);

		hrtimer_init(&run->timer, CLOCK_MONOTONIC, HRTIMER_MODE_REL_PINNED_HARD);
		run->timer.function = run_irq;
		INIT_WORK(&run->work, run_here);
		tasklet_setup(&run->tasklet, run_softirq);
	}
	return 0;
}

static void __exit hitgen_exit(void)
{
	int cpu;

	stop_busy();
	for_each_possible_cpu(cpu)
		tasklet_kill(&per_cpu_ptr(&runs, cpu)->tasklet);
}

module_init(hitgen_init);
module_exit(hitgen_exit);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Calls of traceable functions in exact numbers");
