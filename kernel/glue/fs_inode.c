// SPDX-License-Identifier: GPL-2.0
/* Inodes and names: a view of the nodes, made when somebody looks. */
#include <linux/dcache.h>
#include <linux/fs.h>
#include <linux/namei.h>
#include <linux/security.h>

#include "compat/fillattr.h"
#include "compat/idmap.h"
#include "compat/inode_times.h"
#include "fs_node.h"

static void refresh_owner(struct inode *inode)
{
	inode->i_uid = spile_node_uid(spile_inode_node(inode));
	inode->i_gid = spile_node_gid(spile_inode_node(inode));
}

static int fs_permission(spile_idmap *idmap, struct inode *inode, int mask)
{
	refresh_owner(inode);
	return generic_permission(idmap, inode, mask);
}

static int fs_getattr(spile_idmap *idmap, const struct path *path, struct kstat *stat,
		      u32 request_mask, unsigned int flags)
{
	struct inode *inode = d_inode(path->dentry);

	refresh_owner(inode);
	spile_fillattr(idmap, request_mask, inode, stat);
	return 0;
}

static int fs_setattr(spile_idmap *idmap, struct dentry *dentry, struct iattr *attr)
{
	struct inode *inode = d_inode(dentry);
	struct spile_node *node = spile_inode_node(inode);
	int rc;

	refresh_owner(inode);
	attr->ia_valid &= ~ATTR_SIZE; /* O_TRUNC is for the file's open, the size stays 0 */
	rc = setattr_prepare(idmap, dentry, attr);
	if (rc)
		return rc;
	setattr_copy(idmap, inode, attr);

	/* The node remembers, since the inode goes with its last user. */
	down_write(&spile_tree_lock);
	if (attr->ia_valid & ATTR_MODE)
		node->mode = inode->i_mode & 07777;
	if (attr->ia_valid & ATTR_UID) {
		node->uid = inode->i_uid;
		WRITE_ONCE(node->uid_set, true);
	}
	if (attr->ia_valid & ATTR_GID) {
		node->gid = inode->i_gid;
		WRITE_ONCE(node->gid_set, true);
	}
	up_write(&spile_tree_lock);
	return 0;
}

/* The directory's object may make a name that is not there. */
static struct spile_node *ask_for(struct spile_node *parent, const char *name, unsigned int length)
{
	int rc = -ENOENT;

	if (!(parent->does & SPILE_DIR_LOOKUP) || !spile_node_enter(parent))
		return NULL;
	rc = spile_directory_lookup(parent->object, name, length);
	spile_node_leave(parent);
	if (rc == -ENOENT)
		return NULL;
	return rc ? ERR_PTR(rc) : spile_node_child(parent, name, length);
}

static struct dentry *fs_lookup(struct inode *dir, struct dentry *dentry, unsigned int flags)
{
	struct spile_node *parent = spile_inode_node(dir);
	const struct qstr *name = &dentry->d_name;
	struct spile_node *node;
	struct inode *inode = NULL;
	int rc;

	if (name->len > NAME_MAX)
		return ERR_PTR(-ENAMETOOLONG);
	rc = spile_node_fill(parent);
	if (rc)
		return ERR_PTR(rc);
	node = spile_node_child(parent, name->name, name->len);
	if (!node)
		node = ask_for(parent, name->name, name->len);
	if (IS_ERR(node))
		return ERR_CAST(node);
	if (node) {
		inode = spile_fs_inode(dir->i_sb, node);
		if (!inode)
			return ERR_PTR(-ENOMEM);
	}
	return d_splice_alias(inode, dentry);
}

/*
 * mkdir and rmdir run under the lock of the parent's inode. The tree has a lock
 * of its own, and building or removing a subtree takes no inode lock: so unlike
 * tracefs we need not let go of the parent's here, and nobody sees a directory
 * half built.
 */
static int fs_mkdir(spile_idmap *idmap, struct inode *dir, struct dentry *dentry, umode_t mode)
{
	struct spile_node *parent = spile_inode_node(dir);
	const struct qstr *name = &dentry->d_name;
	struct spile_node *node;
	struct inode *inode = NULL;
	int rc = security_locked_down(LOCKDOWN_TRACEFS);

	if (rc)
		return rc;
	if (!spile_node_enter(parent))
		return -ENOENT;
	rc = spile_directory_mkdir(parent->object, name->name, name->len);
	spile_node_leave(parent);
	if (rc)
		return rc;

	node = spile_node_child(parent, name->name, name->len);
	if (node)
		inode = spile_fs_inode(dir->i_sb, node);
	if (inode)
		d_instantiate(dentry, inode);
	else
		d_drop(dentry); /* the directory is there, the next look finds it */
	return 0;
}

static int fs_rmdir(struct inode *dir, struct dentry *dentry)
{
	struct spile_node *parent = spile_inode_node(dir);
	const struct qstr *name = &dentry->d_name;
	int rc = security_locked_down(LOCKDOWN_TRACEFS);

	if (rc)
		return rc;
	if (!spile_node_enter(parent))
		return -ENOENT;
	rc = spile_directory_rmdir(parent->object, name->name, name->len);
	spile_node_leave(parent);
	return rc;
}

static const struct inode_operations file_inode_operations = {
	.permission = fs_permission,
	.getattr = fs_getattr,
	.setattr = fs_setattr,
};

static const struct inode_operations dir_inode_operations = {
	.lookup = fs_lookup,
	.permission = fs_permission,
	.getattr = fs_getattr,
	.setattr = fs_setattr,
};

static const struct inode_operations mkdir_inode_operations = {
	.lookup = fs_lookup,
	.mkdir = fs_mkdir,
	.rmdir = fs_rmdir,
	.permission = fs_permission,
	.getattr = fs_getattr,
	.setattr = fs_setattr,
};

struct inode *spile_fs_inode(struct super_block *sb, struct spile_node *node)
{
	struct inode *inode = new_inode(sb);

	if (!inode) {
		spile_node_put(node);
		return NULL;
	}
	inode->i_ino = node->ino;
	inode->i_private = node;
	inode->i_mode = node->mode | (node->directory ? S_IFDIR : S_IFREG);
	spile_inode_init_times(inode);
	refresh_owner(inode);
	if (!node->directory) {
		inode->i_op = &file_inode_operations;
		inode->i_fop = &spile_fs_file_operations;
		return inode;
	}
	/* A link count of 1 says that it does not count sub-directories. */
	inode->i_op = node->does & SPILE_DIR_MKDIR ? &mkdir_inode_operations :
						     &dir_inode_operations;
	inode->i_fop = &spile_fs_dir_operations;
	return inode;
}

/* A name once found absent is looked up again, and a removed node's name is let go. */
static int fs_revalidate(struct dentry *dentry, unsigned int flags)
{
	struct inode *inode = d_inode_rcu(dentry);

	if (!inode)
		return flags & LOOKUP_RCU ? -ECHILD : 0;
	return !READ_ONCE(spile_inode_node(inode)->dead);
}

const struct dentry_operations spile_fs_dentry_operations = {
	.d_revalidate = fs_revalidate,
	.d_delete = always_delete_dentry,
};
