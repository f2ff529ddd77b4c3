/* SPDX-License-Identifier: GPL-2.0 */
/* What the files fs_*.c of spilefs share. */
#ifndef SPILE_FS_NODE_H
#define SPILE_FS_NODE_H

#include <linux/fs.h>
#include <linux/list.h>
#include <linux/refcount.h>
#include <linux/rwsem.h>
#include <linux/spinlock.h>
#include <linux/uidgid.h>
#include <linux/xarray.h>

#include "glue/fs.h"

#define SPILEFS_MAGIC 0x7370696c /* "spil" */
#define SPILEFS_DEFAULT_MODE 0700

struct spile_node {
	struct spile_node *parent; /* NULL: the root. Holds a reference */
	/* Nearest directory above with a mkdir, or NULL: its owner, if one was
	 * set there, is the default of all below, as in the instances of tracefs. */
	const struct spile_node *owner_from;

	/* Under spile_tree_lock: */
	struct hlist_node by_name;
	struct xarray children; /* by order of birth, which is a directory's position */
	unsigned long births;
	unsigned long order; /* own index in parent->children */
	struct list_head doomed;
	bool dead; /* set once, read without the lock too */

	refcount_t references; /* tree, inodes, open files, children */
	atomic_t inside; /* calls inside the object; see spile_node_enter() */
	spinlock_t lock;
	struct list_head opened; /* struct spile_open, under lock */

	umode_t mode; /* permission bits */
	bool uid_set, gid_set; /* by chown; else inherited */
	kuid_t uid;
	kgid_t gid;
	bool directory;
	bool filled; /* with SPILE_DIR_FILL: set once, read without a lock */
	unsigned int does;
	unsigned int ino;
	void *object; /* File or Directory; untouchable without being inside */
	struct rcu_head rcu;
	unsigned int length;
	char name[];
};

/* Names, children and attributes of all nodes. No call into C++ under it. */
extern struct rw_semaphore spile_tree_lock;

/* Owner and group of the mount, for nodes that have no other. */
extern kuid_t spile_mount_uid;
extern kgid_t spile_mount_gid;

void spile_node_put(struct spile_node *node);
static inline struct spile_node *spile_node_get(struct spile_node *node)
{
	refcount_inc(&node->references);
	return node;
}

/* Child by name, or next child from a position on; with a reference, or NULL. */
struct spile_node *spile_node_child(struct spile_node *parent, const char *name,
				    unsigned int length);
struct spile_node *spile_node_child_from(struct spile_node *parent, unsigned long order);

/*
 * Every call into a node's object stands between enter and leave. False: the
 * node is being removed. Removal waits for the last leave.
 */
bool spile_node_enter(struct spile_node *node);
void spile_node_leave(struct spile_node *node);

/* Before somebody looks for a child. 0 or -errno. */
int spile_node_fill(struct spile_node *node);

kuid_t spile_node_uid(const struct spile_node *node);
kgid_t spile_node_gid(const struct spile_node *node);

/* Mount options say who owns everything: forget what chown set. */
void spile_nodes_reset_owner(bool uid, bool gid);

/* fs_file.c: ends what is open of a node that nobody can enter any more. */
void spile_node_wake_readers(struct spile_node *node);
void spile_node_close_all(struct spile_node *node);

/* A new inode for `node`; takes the caller's reference over, also on failure. */
struct inode *spile_fs_inode(struct super_block *sb, struct spile_node *node);

extern const struct file_operations spile_fs_file_operations;
extern const struct file_operations spile_fs_dir_operations;
extern const struct dentry_operations spile_fs_dentry_operations;

static inline struct spile_node *spile_inode_node(const struct inode *inode)
{
	return inode->i_private;
}

#endif
