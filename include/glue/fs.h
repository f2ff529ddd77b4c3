/* SPDX-License-Identifier: GPL-2.0 */
/*
 * spilefs: the tree of control files, and what happens when a user opens one.
 *
 * The tree of nodes lives as long as the module, mounted or not. A mount is a
 * view of it: inodes are made when a name is looked up, so what nobody looks at is
 * a small node while nobody looks. A mount or an open file holds the module.
 *
 * Removal: a node that is being removed takes no new calls; removal waits for
 * the calls that are inside C++, closes what is still open, and then drops the
 * C++ objects. A user who keeps such a file open gets -ENODEV from then on.
 * User memory is touched outside of those calls, so a stalled page fault
 * does not hold up a removal.
 */
#ifndef GLUE_FS_H
#define GLUE_FS_H

#include "glue/types.h"
#include "glue/wait.h"

SPILE_C_BEGIN

/*
 * ---- glue gives, C++ calls. Task context, may sleep. 0 or -errno. ----
 */
typedef struct spile_node spile_node;

/* Mount point and file-system type. The tree may be filled before and after. */
int spile_fs_register(void);
/* Nothing is mounted or open any more (the module's use count says so). */
void spile_fs_unregister(void);

/* The root of the tree; always there. */
spile_node *spile_fs_root(void);

/* What a directory's object does for users: bits of spile_fs_add_directory()'s `does`. */
#define SPILE_DIR_MKDIR 1u /* mkdir and rmdir by users go to the object */
#define SPILE_DIR_LOOKUP 2u /* a name that is not there is asked of the object */
#define SPILE_DIR_FILL 4u /* its content is made when somebody first looks into it */

/*
 * New directory or file `name` (`length` bytes, no '/') in `parent`. From
 * success on the node owns `object` and gives it back by
 * spile_{directory,file}_drop(); on an error the caller keeps it. `mode` is
 * permission bits only. A directory's object may be NULL.
 * -EEXIST, -ENOMEM, -EINVAL (name), -ENODEV (parent is being removed).
 */
int spile_fs_add_directory(spile_node *parent, const char *name, unsigned long length,
			   unsigned int mode, unsigned int does, void *object, spile_node **made);
int spile_fs_add_file(spile_node *parent, const char *name, unsigned long length,
		      unsigned int mode, void *object, spile_node **made);

/* Child directory or file of that name, or NULL. Nothing keeps it alive but its owner. */
spile_node *spile_fs_find(spile_node *parent, const char *name, unsigned long length);
int spile_fs_is_directory(const spile_node *node);

/* Files open in the subtree right now. */
unsigned long spile_fs_open_files(spile_node *node);

/*
 * Removes `node` and all below it. Sleeps until no call is inside any of its
 * objects: so never from such a call, nor under a lock that one may take.
 * For the root: removes what is below it.
 */
void spile_fs_remove(spile_node *node);
/* The same for a child of that name; also where somebody else may be removing it, or
 * `parent`, which need only be still there. -ENOENT: there is none (any more). */
int spile_fs_remove_child(spile_node *parent, const char *name, unsigned long length);

/*
 * ---- C++ gives (kernel/entry/fs.cc), glue calls. Task context, may sleep. ----
 */
#define SPILE_OPEN_READ 1u
#define SPILE_OPEN_WRITE 2u
#define SPILE_OPEN_TRUNCATE 4u /* O_TRUNC, with WRITE only */
#define SPILE_OPEN_APPEND 8u

struct spile_opened {
	void *session; /* C++ state of this open file; never NULL after success */
	/* A write(2) hands over at most so many bytes at once; 0: not writable. */
	unsigned long write_room;
	/* Queue that readers sleep on: makes the file a stream (no seeking). Glue
	 * takes a reference of its own. NULL: an ordinary file. */
	spile_wait *readers;
	/* A read(2) of a stream asks for at most so many bytes; 0: 4096. */
	unsigned long read_room;
	int gives_pages; /* a stream that has all of glue/fs_pages.h */
};

int spile_file_open(void *file, unsigned int flags, struct spile_opened *opened);
void spile_file_drop(void *file);

/*
 * Calls on one session come one at a time, except spile_session_readable(),
 * which may run beside them.
 */
/* Bytes put into `buffer`, 0 at the end, -EAGAIN when a stream has nothing now. */
long spile_session_read(void *session, char *buffer, unsigned long room, spile_u64 position);
/* So many of the bytes last read have reached the user. */
void spile_session_consumed(void *session, unsigned long bytes);
/*
 * `left`: bytes of the same write(2) that are not in `bytes`. Returns how many
 * of size + left are taken care of; or -errno.
 */
long spile_session_write(void *session, const char *bytes, unsigned long size, unsigned long left,
			 spile_u64 position);
/* A write's bytes could not be copied from the user. */
void spile_session_faulted(void *session);
/* Streams: a read would not sleep. */
int spile_session_readable(void *session);
/* Streams: poll(2) is to be told so whether or not it is true. May run beside the others. */
int spile_session_always_polls(void *session);
/*
 * The user closes his last descriptor: what takes effect then does, and close(2)
 * returns what this returns, 0 or -errno. Not called when another one may be there
 * still; then what it does is left to spile_session_close().
 */
int spile_session_flush(void *session);
/* The last call. `removed`: the node is going, nothing is to be committed. */
void spile_session_close(void *session, int removed);

/* Users' mkdir, rmdir and look-up in a directory whose object does them. */
int spile_directory_mkdir(void *directory, const char *name, unsigned long length);
int spile_directory_rmdir(void *directory, const char *name, unsigned long length);
/* 0: the child may be there now. -ENOENT: there is none. */
int spile_directory_lookup(void *directory, const char *name, unsigned long length);
/*
 * Somebody looks into a directory that has SPILE_DIR_FILL, `node`, for the first time: adds
 * its content. After an error (0 or -errno) the next look asks anew. Several may ask at once.
 */
int spile_directory_fill(void *directory, spile_node *node);
void spile_directory_drop(void *directory);

SPILE_C_END

#endif
