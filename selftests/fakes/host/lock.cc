// SPDX-License-Identifier: GPL-2.0
// A kernel mutex is a pthread mutex here.
#include <pthread.h>

#include "glue/lock.h"

static_assert(sizeof(pthread_mutex_t) <= sizeof(spile_mutex));

static pthread_mutex_t *real(spile_mutex *mutex)
{
    return reinterpret_cast<pthread_mutex_t *>(mutex->opaque);
}

extern "C" {

void spile_mutex_init(spile_mutex *mutex) { pthread_mutex_init(real(mutex), nullptr); }
void spile_mutex_destroy(spile_mutex *mutex) { pthread_mutex_destroy(real(mutex)); }
void spile_mutex_lock(spile_mutex *mutex) { pthread_mutex_lock(real(mutex)); }
void spile_mutex_unlock(spile_mutex *mutex) { pthread_mutex_unlock(real(mutex)); }

}
