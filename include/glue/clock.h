/* SPDX-License-Identifier: GPL-2.0 */
/* Time stamps for records. */
#ifndef GLUE_CLOCK_H
#define GLUE_CLOCK_H

#include "glue/types.h"

SPILE_C_BEGIN

/* This CPU's trace clock in ns (the kernel's "local"). Any context, NMI included. */
spile_u64 spile_clock_local(void);

SPILE_C_END

#endif
