/* SPDX-License-Identifier: GPL-2.0 */
/* The kernel log. */
#ifndef GLUE_LOG_H
#define GLUE_LOG_H

#include "glue/types.h"

SPILE_C_BEGIN

/* One line; `length` bytes of `text`. Task context. */
void spile_log(const char *text, unsigned long length);
void spile_log_error(const char *text, unsigned long length);

SPILE_C_END

#endif
