/* SPDX-License-Identifier: GPL-2.0 */
/* References on other modules. Task context. */
#ifndef GLUE_MODULE_REF_H
#define GLUE_MODULE_REF_H

#include "glue/types.h"

SPILE_C_BEGIN

/* 0 when the module is going; NULL is the kernel itself and always there. */
int spile_module_get(void *module);
void spile_module_put(void *module);

SPILE_C_END

#endif
