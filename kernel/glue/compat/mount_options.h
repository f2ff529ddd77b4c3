/* SPDX-License-Identifier: GPL-2.0 */
/* tracefs ignored mount options that it did not know until 6.10; later kernels refuse them. */
#ifndef SPILE_COMPAT_MOUNT_OPTIONS_H
#define SPILE_COMPAT_MOUNT_OPTIONS_H

#include <linux/version.h>

#define SPILE_IGNORE_UNKNOWN_OPTIONS (LINUX_VERSION_CODE < KERNEL_VERSION(6, 11, 0))

#endif
