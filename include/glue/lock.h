/* SPDX-License-Identifier: GPL-2.0 */
/* A sleeping mutex. Task context only. */
#ifndef GLUE_LOCK_H
#define GLUE_LOCK_H

#include "glue/types.h"

SPILE_C_BEGIN

/* Large enough for struct mutex of every supported configuration; glue asserts it. */
typedef struct spile_mutex {
	unsigned long opaque[24];
} spile_mutex;

/*
 * `name` stays where it is: it is what a lock checker calls the mutex, and mutexes of
 * one name are to it of one kind, of which nobody may hold two.
 */
void spile_mutex_init(spile_mutex *mutex, const char *name);
void spile_mutex_destroy(spile_mutex *mutex);
void spile_mutex_lock(spile_mutex *mutex);
void spile_mutex_unlock(spile_mutex *mutex);

SPILE_C_END

#endif
