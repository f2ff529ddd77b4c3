// SPDX-License-Identifier: GPL-2.0
/* The file-system type, its one superblock, and mount options. */
#include <linux/fs_context.h>
#include <linux/fs_parser.h>
#include <linux/kobject.h>
#include <linux/module.h>
#include <linux/rcupdate.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/statfs.h>
#include <linux/sysfs.h>

#include "compat/mount_options.h"
#include "fs_node.h"

enum { OPTION_UID, OPTION_GID, OPTION_MODE };

struct mount_options {
	kuid_t uid;
	kgid_t gid;
	umode_t mode;
	unsigned int given; /* bits by OPTION_* */
};

/* In force, for show_options; under s_umount. */
static umode_t mount_mode = SPILEFS_DEFAULT_MODE;

static const struct fs_parameter_spec parameters[] = {
	fsparam_u32("uid", OPTION_UID),
	fsparam_u32("gid", OPTION_GID),
	fsparam_u32oct("mode", OPTION_MODE),
	{}
};

static int parse_param(struct fs_context *context, struct fs_parameter *param)
{
	struct mount_options *options = context->fs_private;
	struct fs_parse_result result;
	int option = fs_parse(context, parameters, param, &result);

	if (option == -ENOPARAM && SPILE_IGNORE_UNKNOWN_OPTIONS && strcmp(param->key, "source"))
		return 0;
	if (option < 0)
		return option;
	switch (option) {
	case OPTION_UID:
		options->uid = make_kuid(current_user_ns(), result.uint_32);
		if (!uid_valid(options->uid))
			return invalf(context, "Bad uid");
		break;
	case OPTION_GID:
		options->gid = make_kgid(current_user_ns(), result.uint_32);
		if (!gid_valid(options->gid))
			return invalf(context, "Bad gid");
		break;
	case OPTION_MODE:
		options->mode = result.uint_32 & 07777;
		break;
	}
	options->given |= BIT(option);
	return 0;
}

/* Under s_umount. An owner that is given is everybody's; the mode is the root's. */
static void apply(struct super_block *sb, const struct mount_options *options)
{
	struct inode *inode = d_inode(sb->s_root);
	bool uid = options->given & BIT(OPTION_UID), gid = options->given & BIT(OPTION_GID);

	if (uid)
		spile_mount_uid = options->uid;
	if (gid)
		spile_mount_gid = options->gid;
	if (uid || gid)
		spile_nodes_reset_owner(uid, gid);
	if (options->given & BIT(OPTION_MODE)) {
		mount_mode = options->mode;
		spile_inode_node(inode)->mode = mount_mode;
		WRITE_ONCE(inode->i_mode, S_IFDIR | mount_mode);
	}
}

static int show_options(struct seq_file *m, struct dentry *root)
{
	if (!uid_eq(spile_mount_uid, GLOBAL_ROOT_UID))
		seq_printf(m, ",uid=%u", from_kuid_munged(&init_user_ns, spile_mount_uid));
	if (!gid_eq(spile_mount_gid, GLOBAL_ROOT_GID))
		seq_printf(m, ",gid=%u", from_kgid_munged(&init_user_ns, spile_mount_gid));
	if (mount_mode != SPILEFS_DEFAULT_MODE)
		seq_printf(m, ",mode=%o", mount_mode);
	return 0;
}

static void evict_inode(struct inode *inode)
{
	truncate_inode_pages_final(&inode->i_data);
	clear_inode(inode);
	spile_node_put(spile_inode_node(inode));
}

static const struct super_operations super_operations = {
	.statfs = simple_statfs,
	.show_options = show_options,
	.evict_inode = evict_inode,
};

/* The first mount, or the first after all were gone: options start from their defaults. */
static int fill_super(struct super_block *sb, struct fs_context *context)
{
	struct spile_node *root = spile_fs_root();
	struct inode *inode;

	spile_mount_uid = GLOBAL_ROOT_UID;
	spile_mount_gid = GLOBAL_ROOT_GID;
	mount_mode = SPILEFS_DEFAULT_MODE;
	root->mode = mount_mode;

	sb->s_blocksize = PAGE_SIZE;
	sb->s_blocksize_bits = PAGE_SHIFT;
	sb->s_magic = SPILEFS_MAGIC;
	sb->s_op = &super_operations;
	sb->s_d_op = &spile_fs_dentry_operations;
	sb->s_time_gran = 1;
	sb->s_maxbytes = MAX_LFS_FILESIZE;
	sb->s_iflags |= SB_I_NODEV | SB_I_NOEXEC;

	inode = spile_fs_inode(sb, spile_node_get(root));
	if (!inode)
		return -ENOMEM;
	sb->s_root = d_make_root(inode);
	return sb->s_root ? 0 : -ENOMEM;
}

static int reconfigure(struct fs_context *context)
{
	apply(context->root->d_sb, context->fs_private);
	return 0;
}

/* All mounts show the one superblock; a further mount's options change it, as in tracefs. */
static int get_tree(struct fs_context *context)
{
	int rc = get_tree_single(context, fill_super);

	return rc ? rc : reconfigure(context);
}

static void free_context(struct fs_context *context)
{
	kfree(context->fs_private);
}

static const struct fs_context_operations context_operations = {
	.free = free_context,
	.parse_param = parse_param,
	.get_tree = get_tree,
	.reconfigure = reconfigure,
};

static int init_context(struct fs_context *context)
{
	context->fs_private = kzalloc(sizeof(struct mount_options), GFP_KERNEL);
	if (!context->fs_private)
		return -ENOMEM;
	context->ops = &context_operations;
	return 0;
}

/* A superblock holds the module, and it lives while something is mounted or open. */
static struct file_system_type spilefs = {
	.owner = THIS_MODULE,
	.name = "spilefs",
	.init_fs_context = init_context,
	.parameters = parameters,
	.kill_sb = kill_anon_super,
};
MODULE_ALIAS_FS("spilefs");

int spile_fs_register(void)
{
	int rc = sysfs_create_mount_point(kernel_kobj, "spile");

	if (rc)
		return rc;
	rc = register_filesystem(&spilefs);
	if (rc)
		sysfs_remove_mount_point(kernel_kobj, "spile");
	return rc;
}

void spile_fs_unregister(void)
{
	unregister_filesystem(&spilefs);
	sysfs_remove_mount_point(kernel_kobj, "spile");
	/* Path walks that began before the last mount went. */
	rcu_barrier();
}
