/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Open files of spilefs that also give whole pages: into pipes (splice) and into users'
 * memory (mmap). Of those in C++, all but take_page() may run beside any other call.
 */
#ifndef GLUE_FS_PAGES_H
#define GLUE_FS_PAGES_H

#include "glue/types.h"

SPILE_C_BEGIN

/* What a user waits for. */
#define SPILE_UNTIL_READ 0u /* a read(2) that gives something */
#define SPILE_UNTIL_PAGE 1u /* a page to take */
#define SPILE_UNTIL_FILLED 2u /* as much as was set to be worth waking up for: poll(2) */

/*
 * ---- glue gives, C++ calls during spile_session_map(). ----
 */
typedef struct spile_mapping spile_mapping;

/* The next 4096 bytes of the user's range are these; they live until he lets go. 0 or -errno. */
int spile_mapping_add(spile_mapping *into, void *memory);

/*
 * ---- C++ gives (kernel/entry/fs_pages.cc), glue calls. Task context, may sleep. ----
 */

/*
 * Bytes of memory that is glue's from now on (spile_pages_free(), or a reference given
 * back); -EAGAIN: none is there; -EINVAL: it would be more than `room`; -ENOMEM.
 */
long spile_session_take_page(void *session, unsigned long room, void **memory);
/* Nobody need wait. If not, the queue of readers is woken when that may have changed. */
int spile_session_ready(void *session, unsigned int until);
/* Who has waited in vain need not go on. */
int spile_session_ended(void *session);

/*
 * An ioctl(2). 0 or -errno; -EAGAIN, only if it may wait: to be called again, without
 * that, when ready (SPILE_UNTIL_FILLED).
 */
int spile_session_command(void *session, unsigned int command, int may_wait);

/* `count` pages of 4096 bytes, from `first` on. After success unmap() follows. 0 or -errno. */
int spile_session_map(void *session, spile_mapping *into, unsigned long first,
		      unsigned long count);
/* A mapping became two. */
void spile_session_map_more(void *session);
void spile_session_unmap(void *session);

SPILE_C_END

#endif
