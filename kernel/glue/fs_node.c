// SPDX-License-Identifier: GPL-2.0
/* The tree of nodes: add, find, remove. No inode or dentry is touched here. */
#include <linux/hashtable.h>
#include <linux/slab.h>
#include <linux/stringhash.h>
#include <linux/wait.h>

#include "fs_node.h"

#define DEAD INT_MIN /* in spile_node.inside */

static struct spile_node root = {
	.children = XARRAY_INIT(root.children, 0),
	.references = REFCOUNT_INIT(1),
	.lock = __SPIN_LOCK_UNLOCKED(root.lock),
	.opened = LIST_HEAD_INIT(root.opened),
	.mode = SPILEFS_DEFAULT_MODE,
	.directory = true,
	.ino = 1,
};

DECLARE_RWSEM(spile_tree_lock);
static DEFINE_HASHTABLE(by_name, 10); /* all nodes but the root, by parent and name */
static DECLARE_WAIT_QUEUE_HEAD(left); /* removals, waiting for the last to leave */

kuid_t spile_mount_uid = GLOBAL_ROOT_UID;
kgid_t spile_mount_gid = GLOBAL_ROOT_GID;

spile_node *spile_fs_root(void)
{
	return &root;
}

void spile_node_put(struct spile_node *node)
{
	while (node && refcount_dec_and_test(&node->references)) {
		struct spile_node *parent = node->parent;

		xa_destroy(&node->children);
		kfree_rcu(node, rcu); /* path walks may look at its owner still */
		node = parent;
	}
}

bool spile_node_enter(struct spile_node *node)
{
	return atomic_inc_unless_negative(&node->inside);
}

void spile_node_leave(struct spile_node *node)
{
	if (atomic_dec_return(&node->inside) == DEAD)
		wake_up_all(&left);
}

int spile_node_fill(struct spile_node *node)
{
	int rc;

	if (!(node->does & SPILE_DIR_FILL) || smp_load_acquire(&node->filled))
		return 0;
	if (!spile_node_enter(node))
		return -ENOENT;
	rc = spile_directory_fill(node->object, node);
	spile_node_leave(node);
	if (!rc)
		smp_store_release(&node->filled, true);
	return rc;
}

static unsigned int name_hash(const struct spile_node *parent, const char *name,
			      unsigned int length)
{
	return full_name_hash(parent, name, length);
}

static struct spile_node *find(struct spile_node *parent, const char *name, unsigned int length)
{
	struct spile_node *node;

	lockdep_assert_held(&spile_tree_lock);
	hash_for_each_possible(by_name, node, by_name, name_hash(parent, name, length)) {
		if (node->parent == parent && node->length == length &&
		    !memcmp(node->name, name, length))
			return node;
	}
	return NULL;
}

struct spile_node *spile_node_child(struct spile_node *parent, const char *name,
				    unsigned int length)
{
	struct spile_node *node;

	down_read(&spile_tree_lock);
	node = find(parent, name, length);
	if (node)
		spile_node_get(node);
	up_read(&spile_tree_lock);
	return node;
}

struct spile_node *spile_node_child_from(struct spile_node *parent, unsigned long order)
{
	struct spile_node *node = NULL;

	down_read(&spile_tree_lock);
	if (!parent->dead)
		node = xa_find(&parent->children, &order, ULONG_MAX, XA_PRESENT);
	if (node)
		spile_node_get(node);
	up_read(&spile_tree_lock);
	return node;
}

spile_node *spile_fs_find(spile_node *parent, const char *name, unsigned long length)
{
	struct spile_node *node;

	down_read(&spile_tree_lock);
	node = find(parent, name, length);
	up_read(&spile_tree_lock);
	return node;
}

int spile_fs_is_directory(const spile_node *node)
{
	return node->directory;
}

static bool valid_name(const char *name, unsigned long length)
{
	if (!length || length > NAME_MAX || memchr(name, '/', length) || memchr(name, 0, length))
		return false;
	return !(name[0] == '.' && (length == 1 || (length == 2 && name[1] == '.')));
}

static int attach(struct spile_node *parent, struct spile_node *node)
{
	int rc;

	if (parent->dead)
		return -ENODEV;
	if (!parent->directory)
		return -ENOTDIR;
	if (find(parent, node->name, node->length))
		return -EEXIST;
	rc = xa_err(xa_store(&parent->children, parent->births, node, GFP_KERNEL));
	if (rc)
		return rc;
	node->order = parent->births++;
	node->parent = spile_node_get(parent);
	node->owner_from = parent->does & SPILE_DIR_MKDIR ? parent : parent->owner_from;
	hash_add(by_name, &node->by_name, name_hash(parent, node->name, node->length));
	return 0;
}

static int add(struct spile_node *parent, const char *name, unsigned long length, bool directory,
	       unsigned int mode, unsigned int does, void *object, struct spile_node **made)
{
	struct spile_node *node;
	int rc;

	if (!valid_name(name, length))
		return -EINVAL;
	node = kzalloc(struct_size(node, name, length + 1), GFP_KERNEL);
	if (!node)
		return -ENOMEM;
	xa_init(&node->children);
	refcount_set(&node->references, 1);
	spin_lock_init(&node->lock);
	INIT_LIST_HEAD(&node->opened);
	node->directory = directory;
	node->mode = mode & 07777;
	node->does = does;
	node->ino = get_next_ino();
	node->object = object;
	node->length = length;
	memcpy(node->name, name, length);

	down_write(&spile_tree_lock);
	rc = attach(parent, node);
	up_write(&spile_tree_lock);
	if (rc)
		kfree(node);
	else
		*made = node;
	return rc;
}

int spile_fs_add_directory(spile_node *parent, const char *name, unsigned long length,
			   unsigned int mode, unsigned int does, void *object, spile_node **made)
{
	return add(parent, name, length, true, mode, does, object, made);
}

int spile_fs_add_file(spile_node *parent, const char *name, unsigned long length,
		      unsigned int mode, void *object, spile_node **made)
{
	return add(parent, name, length, false, mode, 0, object, made);
}

/* The node after `node` in the subtree of `top`, parents first; NULL at its end. */
static struct spile_node *next_in(struct spile_node *top, struct spile_node *node)
{
	unsigned long order = 0;
	struct spile_node *next = xa_find(&node->children, &order, ULONG_MAX, XA_PRESENT);

	while (!next && node != top) {
		order = node->order;
		next = xa_find_after(&node->parent->children, &order, ULONG_MAX, XA_PRESENT);
		node = node->parent;
	}
	return next;
}

unsigned long spile_fs_open_files(spile_node *top)
{
	struct spile_node *node;
	unsigned long count = 0;

	down_read(&spile_tree_lock);
	for (node = top; node; node = next_in(top, node)) {
		struct list_head *at;

		spin_lock(&node->lock);
		list_for_each(at, &node->opened)
			count++;
		spin_unlock(&node->lock);
	}
	up_read(&spile_tree_lock);
	return count;
}

/* Hides the subtree and lets nobody into it any more; its nodes go to `doomed`. */
static void detach(struct spile_node *top, struct list_head *doomed)
{
	struct spile_node *node, *child;
	unsigned long order;

	for (node = top; node; node = next_in(top, node)) {
		if (node == &root)
			continue;
		WRITE_ONCE(node->dead, true);
		hash_del(&node->by_name);
		atomic_add(DEAD, &node->inside);
		list_add_tail(&node->doomed, doomed);
	}
	if (top != &root) {
		xa_erase(&top->parent->children, top->order);
		return;
	}
	xa_for_each(&root.children, order, child)
		xa_erase(&root.children, order);
}

/* Ends what is left of detached nodes. */
static void bury(struct list_head *doomed)
{
	struct spile_node *node, *next;

	list_for_each_entry(node, doomed, doomed)
		spile_node_wake_readers(node);
	/* Sessions and files first, then the directories above them. */
	list_for_each_entry_safe_reverse(node, next, doomed, doomed) {
		wait_event(left, atomic_read(&node->inside) == DEAD);
		spile_node_close_all(node);
		if (node->object && node->directory)
			spile_directory_drop(node->object);
		else if (node->object)
			spile_file_drop(node->object);
		node->object = NULL;
		list_del(&node->doomed);
		spile_node_put(node);
	}
}

void spile_fs_remove(spile_node *top)
{
	LIST_HEAD(doomed);

	down_write(&spile_tree_lock);
	detach(top, &doomed);
	up_write(&spile_tree_lock);
	bury(&doomed);
}

int spile_fs_remove_child(spile_node *parent, const char *name, unsigned long length)
{
	struct spile_node *node;
	LIST_HEAD(doomed);

	down_write(&spile_tree_lock);
	node = find(parent, name, length);
	if (node)
		detach(node, &doomed);
	up_write(&spile_tree_lock);
	bury(&doomed);
	return node ? 0 : -ENOENT;
}

/* May be called under RCU: a child keeps its parents, and memory goes after a grace period. */
kuid_t spile_node_uid(const struct spile_node *node)
{
	if (READ_ONCE(node->uid_set))
		return node->uid;
	if (node->owner_from && READ_ONCE(node->owner_from->uid_set))
		return node->owner_from->uid;
	return spile_mount_uid;
}

kgid_t spile_node_gid(const struct spile_node *node)
{
	if (READ_ONCE(node->gid_set))
		return node->gid;
	if (node->owner_from && READ_ONCE(node->owner_from->gid_set))
		return node->owner_from->gid;
	return spile_mount_gid;
}

void spile_nodes_reset_owner(bool uid, bool gid)
{
	struct spile_node *node;

	down_write(&spile_tree_lock);
	for (node = &root; node; node = next_in(&root, node)) {
		node->uid_set &= !uid;
		node->gid_set &= !gid;
	}
	up_write(&spile_tree_lock);
}
