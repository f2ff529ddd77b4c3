// SPDX-License-Identifier: GPL-2.0
/*
 * Open control files. User memory is copied outside of enter and leave, so a
 * page fault that takes its time does not hold up a removal.
 */
#include <linux/fs.h>
#include <linux/mm.h>
#include <linux/poll.h>
#include <linux/sched/signal.h>
#include <linux/security.h>
#include <linux/slab.h>
#include <linux/uaccess.h>
#include <linux/uio.h>

#include "compat/splice_read.h"
#include "fs_open.h"

#define SLICE 4096ul /* bytes of one session_read() */
#define MOST_WRITE_ROOM 65536ul

static void free_open(struct spile_open *open)
{
	spile_wait_put(open->readers);
	spile_node_put(open->node);
	mutex_destroy(&open->lock);
	kfree(open);
}

static unsigned int open_flags(const struct file *file)
{
	unsigned int flags = 0;

	if (file->f_mode & FMODE_READ)
		flags |= SPILE_OPEN_READ;
	if (file->f_mode & FMODE_WRITE) {
		flags |= SPILE_OPEN_WRITE;
		if (file->f_flags & O_TRUNC)
			flags |= SPILE_OPEN_TRUNCATE;
		if (file->f_flags & O_APPEND)
			flags |= SPILE_OPEN_APPEND;
	}
	return flags;
}

/* Between enter and leave. */
static int open_session(struct spile_open *open, const struct file *file)
{
	struct spile_opened opened = {};
	int rc = spile_file_open(open->node->object, open_flags(file), &opened);

	if (rc)
		return rc;
	open->session = opened.session;
	open->write_room = min(opened.write_room, MOST_WRITE_ROOM);
	open->readers = opened.readers;
	if (open->readers)
		spile_wait_get(open->readers);
	open->read_room = opened.read_room ?: SLICE;
	open->gives_pages = opened.gives_pages && open->readers;
	spin_lock(&open->node->lock);
	list_add_tail(&open->at_node, &open->node->opened);
	spin_unlock(&open->node->lock);
	return 0;
}

static int fs_open(struct inode *inode, struct file *file)
{
	struct spile_node *node = spile_inode_node(inode);
	struct spile_open *open;
	int rc = security_locked_down(LOCKDOWN_TRACEFS);

	if (rc)
		return rc;
	open = kzalloc(sizeof(*open), GFP_KERNEL);
	if (!open)
		return -ENOMEM;
	mutex_init(&open->lock);
	open->node = spile_node_get(node);

	rc = -ENODEV;
	if (spile_node_enter(node)) {
		rc = open_session(open, file);
		spile_node_leave(node);
	}
	if (rc) {
		free_open(open);
		return rc;
	}
	file->private_data = open;
	return open->readers ? stream_open(inode, file) : 0;
}

/*
 * Called by each close(2). Who has the only reference, and has left the table of
 * descriptors, closes for the last time: he can be told of an error, as at release
 * nobody can. A reference more than there are users is harmless.
 */
static int fs_flush(struct file *file, fl_owner_t id)
{
	struct spile_open *open = file->private_data;
	int rc = 0;

	if (open->gives_pages)
		spile_open_interrupt(open);
	if (!open->write_room || file_count(file) != 1)
		return 0;
	mutex_lock(&open->lock);
	if (spile_node_enter(open->node)) {
		rc = spile_session_flush(open->session);
		spile_node_leave(open->node);
	}
	mutex_unlock(&open->lock);
	return rc;
}

static int fs_release(struct inode *inode, struct file *file)
{
	struct spile_open *open = file->private_data;
	struct spile_node *node = open->node;
	bool ours = true;

	if (spile_node_enter(node)) {
		spin_lock(&node->lock);
		list_del_init(&open->at_node);
		spin_unlock(&node->lock);
		spile_session_close(open->session, 0);
		spile_node_leave(node);
	} else {
		/* The removal closes the session. If it has not come to it, it frees us too. */
		spin_lock(&node->lock);
		ours = list_empty(&open->at_node);
		open->released = true;
		spin_unlock(&node->lock);
	}
	if (ours)
		free_open(open);
	return 0;
}

void spile_node_close_all(struct spile_node *node)
{
	for (;;) {
		struct spile_open *open;
		void *session;
		bool released;

		spin_lock(&node->lock);
		open = list_first_entry_or_null(&node->opened, struct spile_open, at_node);
		if (open) {
			list_del_init(&open->at_node);
			session = open->session;
			open->session = NULL;
			released = open->released;
		}
		spin_unlock(&node->lock);
		if (!open)
			return;
		/* From here on `open` may be freed by its user, unless he left it to us. */
		spile_session_close(session, 1);
		if (released)
			free_open(open);
	}
}

void spile_node_wake_readers(struct spile_node *node)
{
	struct spile_open *open;

	spin_lock(&node->lock);
	list_for_each_entry(open, &node->opened, at_node)
		if (open->readers)
			wake_up_all(spile_wait_head(open->readers));
	spin_unlock(&node->lock);
}

/* A slice of content to the user. Bytes, 0 at the end, -EAGAIN when a stream has none now. */
static long read_slice(struct spile_open *open, char *buffer, struct iov_iter *to,
		       unsigned long room, loff_t position)
{
	long bytes = -ENODEV;

	if (mutex_lock_killable(&open->lock))
		return -EINTR;
	if (spile_node_enter(open->node)) {
		bytes = spile_session_read(open->session, buffer, room, position);
		spile_node_leave(open->node);
	}
	if (bytes > 0) {
		bytes = copy_to_iter(buffer, bytes, to);
		if (bytes && open->readers && spile_node_enter(open->node)) {
			spile_session_consumed(open->session, bytes);
			spile_node_leave(open->node);
		}
		bytes = bytes ?: -EFAULT;
	}
	mutex_unlock(&open->lock);
	return bytes;
}

bool spile_open_ready(struct spile_open *open, unsigned int until)
{
	bool yes = true;

	if (spile_node_enter(open->node)) {
		yes = open->gives_pages ? spile_session_ready(open->session, until) :
					  spile_session_readable(open->session);
		spile_node_leave(open->node);
	}
	return yes;
}

static bool always_polls(struct spile_open *open)
{
	bool yes = false;

	if (spile_node_enter(open->node)) {
		yes = spile_session_always_polls(open->session);
		spile_node_leave(open->node);
	}
	return yes;
}

bool spile_open_ready_or_armed(struct spile_open *open, unsigned int until)
{
	if (spile_open_ready(open, until))
		return true;
	spile_wait_arm(open->readers);
	return spile_open_ready(open, until);
}

static bool ended(struct spile_open *open)
{
	bool yes = false;

	if (open->gives_pages && spile_node_enter(open->node)) {
		yes = spile_session_ended(open->session);
		spile_node_leave(open->node);
	}
	return yes;
}

struct spile_wait_start spile_open_wait_start(struct spile_open *open)
{
	return (struct spile_wait_start){
		.interruptions = READ_ONCE(open->interruptions),
		.ended = ended(open),
	};
}

void spile_open_interrupt(struct spile_open *open)
{
	WRITE_ONCE(open->interruptions, open->interruptions + 1);
	wake_up_all(spile_wait_head(open->readers));
}

/* What had ended before does not end the wait by itself, but whoever wakes us then does. */
static bool worth_waiting(struct spile_open *open, unsigned int until,
			  struct spile_wait_start start, bool slept)
{
	if (READ_ONCE(open->interruptions) != start.interruptions)
		return false;
	if (until == SPILE_UNTIL_READ || (start.ended && !slept))
		return true;
	return !ended(open);
}

int spile_open_wait(struct spile_open *open, unsigned int until, struct spile_wait_start start)
{
	DEFINE_WAIT_FUNC(wait, woken_wake_function);
	bool slept = false;
	int rc = 0;

	add_wait_queue(spile_wait_head(open->readers), &wait);
	while (!spile_open_ready_or_armed(open, until)) {
		if (!worth_waiting(open, until, start, slept)) {
			rc = 1;
			break;
		}
		if (signal_pending(current)) {
			rc = -ERESTARTSYS;
			break;
		}
		wait_woken(&wait, TASK_INTERRUPTIBLE, MAX_SCHEDULE_TIMEOUT);
		slept = true;
	}
	remove_wait_queue(spile_wait_head(open->readers), &wait);
	return rc;
}

static long read_stream(struct file *file, char *buffer, struct iov_iter *to, unsigned long room)
{
	struct spile_open *open = file->private_data;

	for (;;) {
		struct spile_wait_start start = spile_open_wait_start(open);
		long bytes = read_slice(open, buffer, to, room, 0);
		int rc;

		/* An interrupted reader may have been told meanwhile not to wait. */
		if (bytes != -EAGAIN || file->f_flags & O_NONBLOCK)
			return bytes;
		rc = spile_open_wait(open, SPILE_UNTIL_READ, start);
		if (rc < 0)
			return rc;
	}
}

static long read_content(struct spile_open *open, char *buffer, struct iov_iter *to,
			 loff_t *position)
{
	unsigned long done = 0;
	long bytes = 0;

	while (iov_iter_count(to) && !fatal_signal_pending(current)) {
		bytes = read_slice(open, buffer, to, min(iov_iter_count(to), SLICE), *position);
		if (bytes <= 0)
			break;
		*position += bytes;
		done += bytes;
		cond_resched();
	}
	return done ?: bytes;
}

static ssize_t fs_read_iter(struct kiocb *call, struct iov_iter *to)
{
	struct spile_open *open = call->ki_filp->private_data;
	size_t count = iov_iter_count(to), room;
	char *buffer;
	long bytes;

	if (!count)
		return 0;
	room = min_t(size_t, count, open->readers ? open->read_room : SLICE);
	buffer = kvmalloc(room, GFP_KERNEL);
	if (!buffer)
		return -ENOMEM;
	if (open->readers)
		bytes = read_stream(call->ki_filp, buffer, to, room);
	else
		bytes = read_content(open, buffer, to, &call->ki_pos);
	kvfree(buffer);
	return bytes;
}

static ssize_t fs_splice_read(struct file *file, loff_t *position, struct pipe_inode_info *pipe,
			      size_t count, unsigned int flags)
{
	struct spile_open *open = file->private_data;

	bool may_wait = !(file->f_flags & O_NONBLOCK || flags & SPLICE_F_NONBLOCK);

	if (open->gives_pages)
		return spile_open_splice(open, pipe, count, may_wait);
	if (open->readers && !may_wait && !spile_open_ready(open, SPILE_UNTIL_READ))
		return -EAGAIN;
	return spile_splice_read(file, position, pipe, count, flags);
}

/* `lost`: the bytes could not be had, and why (0: they are in `buffer`). */
static long write_copied(struct spile_open *open, const char *buffer, unsigned long size,
			 unsigned long left, int lost, loff_t position)
{
	long taken = -ENODEV;

	if (mutex_lock_killable(&open->lock))
		return -EINTR;
	if (spile_node_enter(open->node)) {
		if (lost) {
			spile_session_faulted(open->session);
			taken = lost;
		} else {
			taken = spile_session_write(open->session, buffer, size, left, position);
		}
		spile_node_leave(open->node);
	}
	mutex_unlock(&open->lock);
	return taken;
}

static ssize_t fs_write(struct file *file, const char __user *user, size_t count, loff_t *position)
{
	struct spile_open *open = file->private_data;
	unsigned long size = min_t(size_t, count, open->write_room);
	loff_t none = 0; /* a stream has no position */
	int lost = 0;
	char *buffer;
	long taken;

	if (!open->write_room)
		return -EINVAL;
	if (!position)
		position = &none;
	buffer = kvmalloc(size + 1, GFP_KERNEL_ACCOUNT);
	if (!buffer)
		lost = -ENOMEM; /* the session must know: it would commit what came before */
	else if (copy_from_user(buffer, user, size))
		lost = -EFAULT;
	taken = write_copied(open, buffer, size, count - size, lost, *position);
	kvfree(buffer);
	if (taken > 0)
		*position += taken;
	return taken;
}

static __poll_t fs_poll(struct file *file, poll_table *table)
{
	struct spile_open *open = file->private_data;

	if (!open->readers)
		return DEFAULT_POLLMASK;
	poll_wait(file, spile_wait_head(open->readers), table);
	/* A second pass comes with no table but sleeps again: arm each time. */
	if (!always_polls(open) && !spile_open_ready_or_armed(open, SPILE_UNTIL_FILLED))
		return 0;
	if (READ_ONCE(open->node->dead))
		return EPOLLIN | EPOLLRDNORM | EPOLLERR | EPOLLHUP;
	return EPOLLIN | EPOLLRDNORM;
}

static long fs_ioctl(struct file *file, unsigned int command, unsigned long argument)
{
	struct spile_open *open = file->private_data;

	if (!open->gives_pages)
		return -ENOTTY;
	return spile_open_ioctl(open, command, !(file->f_flags & O_NONBLOCK));
}

static int fs_mmap(struct file *file, struct vm_area_struct *vma)
{
	struct spile_open *open = file->private_data;

	return open->gives_pages ? spile_open_mmap(open, vma) : -ENODEV;
}

const struct file_operations spile_fs_file_operations = {
	.owner = THIS_MODULE,
	.open = fs_open,
	.flush = fs_flush,
	.release = fs_release,
	.read_iter = fs_read_iter,
	.splice_read = fs_splice_read,
	.write = fs_write,
	.poll = fs_poll,
	.unlocked_ioctl = fs_ioctl,
	.compat_ioctl = compat_ptr_ioctl,
	.mmap = fs_mmap,
	.llseek = generic_file_llseek,
};
