/* SPDX-License-Identifier: GPL-2.0 */
/* Names of kernel addresses. Task context. */
#ifndef GLUE_SYMBOLS_H
#define GLUE_SYMBOLS_H

#include "glue/types.h"

SPILE_C_BEGIN

#define SPILE_SYMBOL_ROOM 512
#define SPILE_MODULE_ROOM 64

/*
 * Name of the function that `address` lies in, without offset, into `name`
 * (SPILE_SYMBOL_ROOM bytes); `module` (SPILE_MODULE_ROOM bytes, may be NULL)
 * receives the module's name or "". Returns the name's length, 0 when unknown.
 * `offset` and `size` may be NULL.
 */
unsigned long spile_symbol_at(unsigned long address, char *name, char *module,
			      unsigned long *offset, unsigned long *size);

/* Another number once a module has come: addresses may have new names from then on. */
spile_u32 spile_symbols_epoch(void);

SPILE_C_END

#endif
