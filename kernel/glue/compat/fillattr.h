/* SPDX-License-Identifier: GPL-2.0 */
/* generic_fillattr() takes the request mask since 6.6. */
#ifndef SPILE_COMPAT_FILLATTR_H
#define SPILE_COMPAT_FILLATTR_H

#include <linux/fs.h>
#include <linux/version.h>

#include "idmap.h"

static inline void spile_fillattr(spile_idmap *idmap, u32 request_mask, struct inode *inode,
				  struct kstat *stat)
{
#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 6, 0)
	generic_fillattr(idmap, request_mask, inode, stat);
#else
	generic_fillattr(idmap, inode, stat);
#endif
}

#endif
