// SPDX-License-Identifier: GPL-2.0
#include <linux/irq_work.h>
#include <linux/refcount.h>
#include <linux/slab.h>
#include <linux/smp.h>

#include "wait_impl.h"

struct wait_impl {
	spile_wait outside;
	refcount_t references;
	wait_queue_head_t head;
	/* A waker may hold any lock, even in an NMI: only this can be queued there. */
	struct irq_work work;
};

static struct wait_impl *impl(spile_wait *queue)
{
	return container_of(queue, struct wait_impl, outside);
}

static void wake_sleepers(struct irq_work *work)
{
	wake_up_all(&container_of(work, struct wait_impl, work)->head);
}

spile_wait *spile_wait_new(void)
{
	struct wait_impl *wait = kzalloc(sizeof(*wait), GFP_KERNEL);

	if (!wait)
		return NULL;
	refcount_set(&wait->references, 1);
	init_waitqueue_head(&wait->head);
	init_irq_work(&wait->work, wake_sleepers);
	return &wait->outside;
}

void spile_wait_get(spile_wait *queue)
{
	refcount_inc(&impl(queue)->references);
}

void spile_wait_put(spile_wait *queue)
{
	if (!queue || !refcount_dec_and_test(&impl(queue)->references))
		return;
	irq_work_sync(&impl(queue)->work);
	kfree(impl(queue));
}

void spile_wait_wake(spile_wait *queue)
{
	if (xchg(&queue->armed, 0))
		irq_work_queue(&impl(queue)->work);
}

wait_queue_head_t *spile_wait_head(spile_wait *queue)
{
	return &impl(queue)->head;
}

void spile_wait_arm(spile_wait *queue)
{
	WRITE_ONCE(queue->armed, 1);
	/* The fence that wakers do not pay for: every CPU takes it for them. */
	kick_all_cpus_sync();
}
