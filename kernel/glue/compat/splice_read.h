/* SPDX-License-Identifier: GPL-2.0 */
/* splice(2) by way of read_iter; the helper has another name since 6.5. */
#ifndef SPILE_COMPAT_SPLICE_READ_H
#define SPILE_COMPAT_SPLICE_READ_H

#include <linux/fs.h>
#include <linux/version.h>

#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 5, 0)
#define spile_splice_read copy_splice_read
#else
#define spile_splice_read generic_file_splice_read
#endif

#endif
