/* SPDX-License-Identifier: GPL-2.0 */
/* What a user of tracefs meets that changed between kernels. */
#ifndef SPILE_COMPAT_TRACEFS_H
#define SPILE_COMPAT_TRACEFS_H

#include <linux/version.h>

/* options/fields came with 6.4, options/trace_printk_dest with 6.12. */
#define SPILE_TRACEFS_FIELDS (LINUX_VERSION_CODE >= KERNEL_VERSION(6, 4, 0))
#define SPILE_TRACEFS_PRINTK_DEST (LINUX_VERSION_CODE >= KERNEL_VERSION(6, 12, 0))

/* Markers had fixed limits until 6.8; since then what fits in a sub-buffer, text up to 4 KB. */
#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 8, 0)
#define SPILE_TRACEFS_MARKER 4096
#define SPILE_TRACEFS_RAW_MARKER 0
#define SPILE_TRACEFS_RAW_REFUSED 0
#else
#define SPILE_TRACEFS_MARKER 1024
#define SPILE_TRACEFS_RAW_MARKER 1024
#define SPILE_TRACEFS_RAW_REFUSED 3072
#endif

#endif
