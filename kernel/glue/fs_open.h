/* SPDX-License-Identifier: GPL-2.0 */
/* An open control file: what fs_file.c and fs_pages.c share. */
#ifndef SPILE_FS_OPEN_H
#define SPILE_FS_OPEN_H

#include <linux/list.h>
#include <linux/mutex.h>
#include <linux/splice.h>
#include <linux/wait.h>

#include "fs_node.h"
#include "glue/fs_pages.h"
#include "wait_impl.h"

/* One open(2). */
struct spile_open {
	struct list_head at_node; /* in node->opened, under node->lock */
	struct spile_node *node; /* holds a reference */
	struct mutex lock; /* one call on the session at a time */
	void *session; /* gone when the node was removed */
	unsigned long write_room;
	spile_wait *readers; /* of a stream; holds a reference */
	unsigned long read_room; /* of a stream */
	bool gives_pages;
	unsigned int interruptions; /* of those who wait, by another user of this open file */
	bool released; /* by the user, while a removal had it in hand */
};

/* A file that was removed does not keep those who wait for it. */
bool spile_open_ready(struct spile_open *open, unsigned int until);
/* spile_open_ready(), and if not, the next wake will be for us. */
bool spile_open_ready_or_armed(struct spile_open *open, unsigned int until);

/* What may end a wait, as it was before: to be taken before what is waited for is tried. */
struct spile_wait_start {
	unsigned int interruptions;
	bool ended;
};
struct spile_wait_start spile_open_wait_start(struct spile_open *open);
/* 0: ready; 1: not, but it is not worth waiting for; -ERESTARTSYS. */
int spile_open_wait(struct spile_open *open, unsigned int until, struct spile_wait_start start);
/* Ends all waits of this open file; others of the queue look again. */
void spile_open_interrupt(struct spile_open *open);

/* fs_pages.c, for files that give pages. */
ssize_t spile_open_splice(struct spile_open *open, struct pipe_inode_info *pipe, size_t count,
			  bool may_wait);
long spile_open_ioctl(struct spile_open *open, unsigned int command, bool may_wait);
int spile_open_mmap(struct spile_open *open, struct vm_area_struct *vma);

#endif
