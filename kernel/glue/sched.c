// SPDX-License-Identifier: GPL-2.0
/* Scheduler tracepoints: what runs now, for pid filters, the event and the names of tasks. */
#include <linux/mutex.h>
#include <linux/sched.h>
#include <linux/smp.h>
#include <linux/threads.h>
#include <linux/tracepoint.h>

#include "glue/sched.h"
#include "init.h"
#include "noted.h"
#include "uapi/spile/record.h"

static DEFINE_MUTEX(hooks_mutex);
static unsigned int hook_users;
static struct tracepoint *switch_point, *fork_point, *exit_point;

static void note(struct task_struct *task)
{
	if (READ_ONCE(spile_name_users))
		spile_note_name(task);
	if (READ_ONCE(spile_tgid_users))
		spile_note_tgid(task);
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
	note(prev);
	note(next);
	spile_on_switch(&what, smp_processor_id());
}

static void on_fork(void *data, struct task_struct *parent, struct task_struct *child)
{
	spile_on_fork(parent->pid, child->pid);
}

static void on_exit(void *data, struct task_struct *task)
{
	note(task);
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
	return spile_names_init();
}

void spile_sched_exit(void)
{
	spile_names_exit();
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
