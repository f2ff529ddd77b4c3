/* SPDX-License-Identifier: GPL-2.0 */
/* Load and unload. Implemented by the core (entry/core.cc), called by the glue in this order. */
#ifndef GLUE_MODULE_H
#define GLUE_MODULE_H

#include "glue/types.h"

SPILE_C_BEGIN

/* Learns all functions. */
int spile_core_start(void);
/* Makes the tree of control files. */
int spile_core_show(void);
/* Everything off and freed; also after an error of one of these. */
void spile_core_stop(void);

SPILE_C_END

#endif
