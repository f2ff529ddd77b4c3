/* SPDX-License-Identifier: GPL-2.0 */
/* First argument of inode operations: a user namespace until 6.2, then an ID map. */
#ifndef SPILE_COMPAT_IDMAP_H
#define SPILE_COMPAT_IDMAP_H

#include <linux/version.h>

#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 3, 0)
#include <linux/mnt_idmapping.h>
typedef struct mnt_idmap spile_idmap;
#else
#include <linux/user_namespace.h>
typedef struct user_namespace spile_idmap;
#endif

#endif
