/* SPDX-License-Identifier: GPL-2.0 */
/* Addresses of kernel symbols that are not exported to modules; glue only. */
#ifndef KERNEL_GLUE_UNEXPORTED_H
#define KERNEL_GLUE_UNEXPORTED_H

/* First of all at load. Errors: -ENOENT. */
int spile_unexported_init(void);

/* NULL, with a line in the log, when the kernel has no such symbol. Task context. */
void *spile_unexported(const char *name);

/* Its address, or 0 without a word. Task context. */
unsigned long spile_unexported_quietly(const char *name);

#endif
