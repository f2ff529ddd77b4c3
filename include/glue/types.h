/* SPDX-License-Identifier: GPL-2.0 */
/*
 * include/glue: the plain-C contract between the C++ core and the operating
 * system. The module implements it in kernel/glue, the host tests in
 * selftests/fakes. No <linux/...> header is visible here; errors are 0 or -errno.
 */
#ifndef GLUE_TYPES_H
#define GLUE_TYPES_H

#ifdef __cplusplus
#define SPILE_C_BEGIN extern "C" {
#define SPILE_C_END }
#else
#include <linux/types.h>
#define SPILE_C_BEGIN
#define SPILE_C_END
#endif

typedef unsigned char spile_u8;
typedef unsigned short spile_u16;
typedef unsigned int spile_u32;
typedef unsigned long long spile_u64;

#endif
