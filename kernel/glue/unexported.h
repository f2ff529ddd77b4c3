/* SPDX-License-Identifier: GPL-2.0 */
/* Addresses of kernel symbols that are not exported to modules; glue only. */
#ifndef KERNEL_GLUE_UNEXPORTED_H
#define KERNEL_GLUE_UNEXPORTED_H

/* First of all at load. Errors: -ENOENT. */
int spile_unexported_init(void);

/* NULL, with a line in the log, when the kernel has no such symbol. Task context. */
void *spile_unexported(const char *name);

#endif
