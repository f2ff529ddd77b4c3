/* SPDX-License-Identifier: GPL-2.0 */
/* Which functions can be traced, and modules that come and go. Task context. */
#ifndef GLUE_SITES_H
#define GLUE_SITES_H

#include "glue/types.h"

SPILE_C_BEGIN

/*
 * Calls each(context, address) for every traceable function of the kernel itself
 * and of the modules loaded now, in address order within each; `module` names
 * the module (NULL: the kernel). Stops at the first non-zero return and returns it.
 */
int spile_each_site(int (*each)(void *context, unsigned long address, const void *module,
				const char *module_name),
		    void *context);

/* Name of the function whose site this is, as spile_symbol_at(); 0 for a site that is at no
 * function's start. */
unsigned long spile_site_name(unsigned long address, char *name, char *module);

/* Implemented by the core: a module's functions are there, and traced nowhere yet ... */
void spile_module_coming(const void *module, const char *name, const unsigned long *sites,
			 unsigned long count);
/* ... and they go. */
void spile_module_going(const void *module);

SPILE_C_END

#endif
