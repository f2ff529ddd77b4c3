// SPDX-License-Identifier: GPL-2.0
#include <linux/module.h>

#include "glue/module_ref.h"

int spile_module_get(void *module)
{
	return !module || try_module_get(module);
}

void spile_module_put(void *module)
{
	if (module)
		module_put(module);
}
