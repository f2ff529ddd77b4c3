// SPDX-License-Identifier: GPL-2.0
#include <linux/cpu.h>
#include <linux/rcupdate.h>
#include <linux/slab.h>
#include <linux/workqueue.h>

#include "glue/grace.h"
#include "init.h"

/*
 * A hit runs with preemption off, but perhaps where RCU is not watching (idle,
 * kernel entry): the rude flavour runs something on every CPU and so waits for
 * those too. On kernels whose such places are all noinstr it does nothing, and
 * the plain grace period is the one that counts. A CPU that is on its way up or down,
 * and neither online nor watched by RCU, is waited for by the lock of that way.
 */
void spile_wait_for_hits(void)
{
	cpus_read_lock();
	cpus_read_unlock();
	synchronize_rcu_tasks_rude();
	synchronize_rcu();
}

static void *reap_target;
static struct workqueue_struct *reap_queue;

static void reap(struct work_struct *work)
{
	spile_reap(READ_ONCE(reap_target));
}
static DECLARE_WORK(reap_work, reap);

void spile_reap_later(void *reaper)
{
	WRITE_ONCE(reap_target, reaper);
	queue_work(reap_queue, &reap_work);
}

void spile_reap_cancel(void *reaper)
{
	if (READ_ONCE(reap_target) == reaper)
		cancel_work_sync(&reap_work);
}

int __init spile_grace_init(void)
{
	reap_queue = alloc_workqueue("spile_reap", WQ_UNBOUND, 1);
	return reap_queue ? 0 : -ENOMEM;
}

void spile_grace_exit(void)
{
	destroy_workqueue(reap_queue);
}
