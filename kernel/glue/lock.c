// SPDX-License-Identifier: GPL-2.0
#include <linux/mutex.h>

#include "compat/mutex_fast.h"
#include "glue/lock.h"

static struct mutex *mutex_of(spile_mutex *mutex)
{
	BUILD_BUG_ON(sizeof(struct mutex) > sizeof(spile_mutex));
	return (struct mutex *)mutex;
}

/* The name's address is the class: each literal is another, and a module's own data. */
void spile_mutex_init(spile_mutex *mutex, const char *name)
{
	__mutex_init(mutex_of(mutex), name, (struct lock_class_key *)name);
}

void spile_mutex_destroy(spile_mutex *mutex)
{
	mutex_destroy(mutex_of(mutex));
}

void spile_mutex_lock(spile_mutex *mutex)
{
	if (!mutex_lock_fast(mutex_of(mutex)))
		mutex_lock(mutex_of(mutex));
}

void spile_mutex_unlock(spile_mutex *mutex)
{
	if (!mutex_unlock_fast(mutex_of(mutex)))
		mutex_unlock(mutex_of(mutex));
}
