// SPDX-License-Identifier: GPL-2.0
/* Open files that give whole pages: into pipes without a copy, and into users' memory. */
#include <linux/fs.h>
#include <linux/mm.h>
#include <linux/pipe_fs_i.h>
#include <linux/sched/signal.h>
#include <linux/splice.h>

#include "compat/vm_flags.h"
#include "fs_open.h"

/* Bytes, or -errno. */
static long take_page(struct spile_open *open, unsigned long room, void **memory)
{
	long bytes = -ENODEV;

	if (spile_node_enter(open->node)) {
		bytes = spile_session_take_page(open->session, room, memory);
		spile_node_leave(open->node);
	}
	return bytes;
}

static void release_page(struct splice_pipe_desc *pages, unsigned int i)
{
	put_page(pages->pages[i]);
}

/* What is there now. The pipe is locked, and has room for `count` bytes. */
static long splice_pages(struct spile_open *open, struct pipe_inode_info *pipe, size_t count)
{
	struct page *pages[PIPE_DEF_BUFFERS];
	struct partial_page parts[PIPE_DEF_BUFFERS];
	/* Nothing of this module: the pipe may outlive it. */
	struct splice_pipe_desc all = {
		.pages = pages,
		.partial = parts,
		.nr_pages_max = PIPE_DEF_BUFFERS,
		.ops = &nosteal_pipe_buf_ops,
		.spd_release = release_page,
	};
	long bytes = 0;

	if (!pipe->readers) { /* before anything is taken for them */
		send_sig(SIGPIPE, current, 0);
		return -EPIPE;
	}
	if (mutex_lock_killable(&open->lock))
		return -EINTR;
	while (all.nr_pages < PIPE_DEF_BUFFERS && (count || !all.nr_pages)) {
		void *memory;

		bytes = take_page(open, count, &memory);
		if (bytes <= 0)
			break;
		pages[all.nr_pages] = virt_to_page(memory);
		parts[all.nr_pages++] = (struct partial_page){ .len = bytes };
		count -= bytes;
	}
	mutex_unlock(&open->lock);
	return all.nr_pages ? splice_to_pipe(pipe, &all) : bytes;
}

ssize_t spile_open_splice(struct spile_open *open, struct pipe_inode_info *pipe, size_t count,
			  bool may_wait)
{
	struct spile_wait_start start = spile_open_wait_start(open);
	int waited = 0;

	for (;;) {
		long bytes = splice_pages(open, pipe, count);

		if (bytes != -EAGAIN)
			return bytes;
		if (waited)
			return 0;
		if (!may_wait)
			return -EAGAIN;
		waited = spile_open_wait(open, SPILE_UNTIL_PAGE, start);
		if (waited < 0)
			return waited;
	}
}

static int command_session(struct spile_open *open, unsigned int command, bool may_wait)
{
	int rc = -ENODEV;

	if (spile_node_enter(open->node)) {
		rc = spile_session_command(open->session, command, may_wait);
		spile_node_leave(open->node);
	}
	return rc;
}

long spile_open_ioctl(struct spile_open *open, unsigned int command, bool may_wait)
{
	struct spile_wait_start start = spile_open_wait_start(open);
	int rc;

	if (!command) {
		spile_open_interrupt(open);
		return 0;
	}
	rc = command_session(open, command, may_wait);
	if (rc != -EAGAIN || !may_wait)
		return rc;
	rc = spile_open_wait(open, SPILE_UNTIL_FILLED, start);
	return rc < 0 ? rc : command_session(open, command, false);
}

struct spile_mapping {
	struct vm_area_struct *vma;
	unsigned long at;
};

int spile_mapping_add(struct spile_mapping *into, void *memory)
{
	int rc = vm_insert_page(into->vma, into->at, virt_to_page(memory));

	into->at += PAGE_SIZE;
	return rc;
}

/* After a removal the session has gone, and has let go of what was mapped. */
static void mapping_opened(struct vm_area_struct *vma)
{
	struct spile_open *open = vma->vm_file->private_data;

	if (spile_node_enter(open->node)) {
		spile_session_map_more(open->session);
		spile_node_leave(open->node);
	}
}

static void mapping_closed(struct vm_area_struct *vma)
{
	struct spile_open *open = vma->vm_file->private_data;

	if (spile_node_enter(open->node)) {
		spile_session_unmap(open->session);
		spile_node_leave(open->node);
	}
}

static const struct vm_operations_struct mapping_operations = {
	.open = mapping_opened,
	.close = mapping_closed,
};

/* All at once: while it is mapped nothing changes its place. */
int spile_open_mmap(struct spile_open *open, struct vm_area_struct *vma)
{
	struct spile_mapping into = { .vma = vma, .at = vma->vm_start };
	int rc = -ENODEV;

	if (vma->vm_flags & (VM_WRITE | VM_EXEC) || !(vma->vm_flags & VM_MAYSHARE))
		return -EPERM;
	spile_vm_flags_mod(vma, VM_DONTCOPY | VM_DONTEXPAND | VM_DONTDUMP,
			   VM_MAYWRITE | VM_MAYEXEC);
	if (spile_node_enter(open->node)) {
		rc = spile_session_map(open->session, &into, vma->vm_pgoff, vma_pages(vma));
		spile_node_leave(open->node);
	}
	if (!rc)
		vma->vm_ops = &mapping_operations;
	return rc;
}
