// SPDX-License-Identifier: GPL-2.0
#include <linux/irq_work.h>
#include <linux/slab.h>
#include <linux/workqueue.h>

#include "glue/defer.h"

struct deferred {
	struct irq_work irq;
	struct work_struct work;
	void (*run)(void *context);
	void *context;
};

static void run_in_task(struct work_struct *work)
{
	struct deferred *deferred = container_of(work, struct deferred, work);

	deferred->run(deferred->context);
}

static void run_in_irq(struct irq_work *irq)
{
	queue_work(system_unbound_wq, &container_of(irq, struct deferred, irq)->work);
}

void *spile_deferred_create(void (*run)(void *context), void *context)
{
	struct deferred *deferred = kzalloc(sizeof(*deferred), GFP_KERNEL);

	if (!deferred)
		return NULL;
	init_irq_work(&deferred->irq, run_in_irq);
	INIT_WORK(&deferred->work, run_in_task);
	deferred->run = run;
	deferred->context = context;
	return deferred;
}

void spile_deferred_trigger(void *deferred)
{
	irq_work_queue(&((struct deferred *)deferred)->irq);
}

void spile_deferred_destroy(void *opaque)
{
	struct deferred *deferred = opaque;

	if (!deferred)
		return;
	irq_work_sync(&deferred->irq);
	cancel_work_sync(&deferred->work);
	kfree(deferred);
}
