/* SPDX-License-Identifier: GPL-2.0 */
/* What a user calls a file: since 6.8 not always where it is (overlay file systems). */
#ifndef SPILE_COMPAT_USER_PATH_H
#define SPILE_COMPAT_USER_PATH_H

#include <linux/fs.h>
#include <linux/version.h>

static inline const struct path *spile_user_path(struct file *file)
{
#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 8, 0)
	return file_user_path(file);
#else
	return &file->f_path;
#endif
}

#endif
