// SPDX-License-Identifier: GPL-2.0
/* Scheduler tracepoints: names of tasks as they run, and pid filters. */
#include <linux/mm.h>
#include <linux/mutex.h>
#include <linux/pid.h>
#include <linux/pid_namespace.h>
#include <linux/sched.h>
#include <linux/smp.h>
#include <linux/spinlock.h>
#include <linux/threads.h>
#include <linux/tracepoint.h>

#include "glue/sched.h"
#include "glue/task.h"
#include "init.h"
#include "uapi/spile/record.h"

#define KEPT_NAMES 4096 /* a pid's place is its low bits */

struct kept_name {
	u32 pid;
	char comm[TASK_COMM_LEN];
};

static struct kept_name *names;
static DEFINE_RAW_SPINLOCK(names_lock);

static DEFINE_MUTEX(hooks_mutex);
static unsigned int hook_users;
static struct tracepoint *switch_point, *fork_point, *exit_point;

/* A name that cannot be kept now (another CPU holds the lock) is kept at the next switch. */
static void keep_name(struct task_struct *task)
{
	struct kept_name *kept = &names[task->pid & (KEPT_NAMES - 1)];

	if (!task->pid ||
	    (READ_ONCE(kept->pid) == task->pid && !memcmp(kept->comm, task->comm, TASK_COMM_LEN)))
		return;
	if (!raw_spin_trylock(&names_lock))
		return;
	kept->pid = task->pid;
	memcpy(kept->comm, task->comm, TASK_COMM_LEN);
	raw_spin_unlock(&names_lock);
}

/* As the kernel's own event has it: one bit of the reported states, or preempted. */
static long state_of(bool preempt, struct task_struct *prev, unsigned int prev_state)
{
	unsigned int index;

	if (preempt)
		return TASK_REPORT_MAX;
	index = __task_state_index(prev_state, prev->exit_state);
	return index ? 1 << (index - 1) : 0;
}

static void on_switch(void *data, bool preempt, struct task_struct *prev,
		      struct task_struct *next, unsigned int prev_state)
{
	struct spile_record_sched_switch what = {
		.prev_pid = prev->pid,
		.prev_prio = prev->prio,
		.prev_state = state_of(preempt, prev, prev_state),
		.next_pid = next->pid,
		.next_prio = next->prio,
	};

	BUILD_BUG_ON(sizeof(what.prev_comm) != TASK_COMM_LEN);
	memcpy(what.prev_comm, prev->comm, TASK_COMM_LEN);
	memcpy(what.next_comm, next->comm, TASK_COMM_LEN);
	keep_name(prev);
	keep_name(next);
	spile_on_switch(&what, smp_processor_id());
}

static void on_fork(void *data, struct task_struct *parent, struct task_struct *child)
{
	spile_on_fork(parent->pid, child->pid);
}

static void on_exit(void *data, struct task_struct *task)
{
	keep_name(task);
	spile_on_exit(task->pid);
}

static void find_point(struct tracepoint *point, void *data)
{
	if (!strcmp(point->name, "sched_switch"))
		switch_point = point;
	else if (!strcmp(point->name, "sched_process_fork"))
		fork_point = point;
	else if (!strcmp(point->name, "sched_process_exit"))
		exit_point = point;
}

int __init spile_sched_init(void)
{
	for_each_kernel_tracepoint(find_point, NULL);
	if (!switch_point || !fork_point || !exit_point)
		return -ENOENT;
	names = kvcalloc(KEPT_NAMES, sizeof(*names), GFP_KERNEL);
	return names ? 0 : -ENOMEM;
}

void spile_sched_exit(void)
{
	kvfree(names);
	names = NULL;
}

static int hooks_on(void)
{
	int rc = tracepoint_probe_register(switch_point, on_switch, NULL);

	if (rc)
		return rc;
	rc = tracepoint_probe_register(fork_point, on_fork, NULL);
	if (rc)
		goto no_fork;
	rc = tracepoint_probe_register(exit_point, on_exit, NULL);
	if (rc)
		goto no_exit;
	return 0;
no_exit:
	tracepoint_probe_unregister(fork_point, on_fork, NULL);
no_fork:
	tracepoint_probe_unregister(switch_point, on_switch, NULL);
	tracepoint_synchronize_unregister();
	return rc;
}

int spile_sched_hooks_get(void)
{
	int rc = 0;

	mutex_lock(&hooks_mutex);
	if (!hook_users)
		rc = hooks_on();
	if (!rc)
		hook_users++;
	mutex_unlock(&hooks_mutex);
	return rc;
}

void spile_sched_hooks_put(void)
{
	mutex_lock(&hooks_mutex);
	if (!--hook_users) {
		tracepoint_probe_unregister(exit_point, on_exit, NULL);
		tracepoint_probe_unregister(fork_point, on_fork, NULL);
		tracepoint_probe_unregister(switch_point, on_switch, NULL);
		tracepoint_synchronize_unregister();
	}
	mutex_unlock(&hooks_mutex);
}

void spile_task_comm(spile_u32 pid, char *comm)
{
	struct kept_name *kept = &names[pid & (KEPT_NAMES - 1)];
	struct task_struct *task;
	unsigned long flags;
	bool found;

	if (!pid) {
		strscpy(comm, "<idle>", TASK_COMM_LEN);
		return;
	}
	raw_spin_lock_irqsave(&names_lock, flags);
	found = kept->pid == pid;
	if (found)
		strscpy(comm, kept->comm, TASK_COMM_LEN);
	raw_spin_unlock_irqrestore(&names_lock, flags);
	if (found)
		return;

	rcu_read_lock();
	task = pid_task(find_pid_ns(pid, &init_pid_ns), PIDTYPE_PID);
	if (task)
		strscpy(comm, task->comm, TASK_COMM_LEN);
	else
		strscpy(comm, "<...>", TASK_COMM_LEN);
	rcu_read_unlock();
}

struct running_visit {
	void (*fn)(void *context, unsigned int cpu, spile_u32 pid);
	void *context;
};

static void visit_running(void *data)
{
	struct running_visit *visit = data;

	visit->fn(visit->context, smp_processor_id(), current->pid);
}

void spile_each_running_task(void (*fn)(void *context, unsigned int cpu, spile_u32 pid),
			     void *context)
{
	struct running_visit visit = { fn, context };

	on_each_cpu(visit_running, &visit, 1);
}

spile_u32 spile_pid_limit(void)
{
	return PID_MAX_LIMIT;
}
