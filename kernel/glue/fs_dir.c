// SPDX-License-Identifier: GPL-2.0
/* Listing a directory. */
#include <linux/fs.h>

#include "fs_node.h"

#define DOTS 2 /* positions of "." and ".." */

/*
 * A child's position is its order of birth, so a listing that goes on after
 * others were added or removed neither repeats nor misses one that stayed. No
 * lock is held while a name goes to the user.
 */
static int fs_iterate(struct file *file, struct dir_context *context)
{
	struct spile_node *dir = spile_inode_node(file_inode(file));
	struct spile_node *node;
	int rc;

	if (READ_ONCE(dir->dead))
		return -ENOENT;
	rc = spile_node_fill(dir);
	if (rc)
		return rc;
	if (!dir_emit_dots(file, context))
		return 0;
	while ((node = spile_node_child_from(dir, context->pos - DOTS))) {
		unsigned long order = node->order;
		bool taken;

		context->pos = order + DOTS;
		taken = dir_emit(context, node->name, node->length, node->ino,
				 node->directory ? DT_DIR : DT_REG);
		spile_node_put(node);
		if (!taken)
			break;
		context->pos = order + DOTS + 1;
	}
	return 0;
}

const struct file_operations spile_fs_dir_operations = {
	.owner = THIS_MODULE,
	.read = generic_read_dir,
	.iterate_shared = fs_iterate,
	.llseek = generic_file_llseek,
};
