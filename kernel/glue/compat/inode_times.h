/* SPDX-License-Identifier: GPL-2.0 */
/* The times of an inode are behind accessors since 6.6 (all three since 6.7). */
#ifndef SPILE_COMPAT_INODE_TIMES_H
#define SPILE_COMPAT_INODE_TIMES_H

#include <linux/fs.h>
#include <linux/version.h>

static inline void spile_inode_init_times(struct inode *inode)
{
#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 7, 0)
	simple_inode_init_ts(inode);
#elif LINUX_VERSION_CODE >= KERNEL_VERSION(6, 6, 0)
	inode->i_atime = inode->i_mtime = inode_set_ctime_current(inode);
#else
	inode->i_atime = inode->i_mtime = inode->i_ctime = current_time(inode);
#endif
}

#endif
