/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A mutex that is free, taken and given back without a call. mutex_lock() begins with
 * the very same exchange, but is a function that can be traced: with everything traced,
 * whoever registers an op would make three hits for each lock, of all ops before it.
 * Where a checker looks at mutexes, or they are something else, there is no such way.
 */
#ifndef COMPAT_MUTEX_FAST_H
#define COMPAT_MUTEX_FAST_H

#include <linux/mutex.h>
#include <linux/sched.h>

#if defined(CONFIG_DEBUG_MUTEXES) || defined(CONFIG_DEBUG_LOCK_ALLOC) || \
	defined(CONFIG_DEBUG_ATOMIC_SLEEP) || defined(CONFIG_PREEMPT_RT)

static inline bool mutex_lock_fast(struct mutex *mutex)
{
	return false;
}

static inline bool mutex_unlock_fast(struct mutex *mutex)
{
	return false;
}

#else

static inline bool mutex_lock_fast(struct mutex *mutex)
{
	long free = 0;

	return atomic_long_try_cmpxchg_acquire(&mutex->owner, &free, (long)current);
}

static inline bool mutex_unlock_fast(struct mutex *mutex)
{
	long mine = (long)current; /* and no flag: nobody waits */

	return atomic_long_try_cmpxchg_release(&mutex->owner, &mine, 0);
}

#endif

#endif
