// SPDX-License-Identifier: GPL-2.0
#include "twins.h"

/* The other file has a static function of this name, too. */
static noinline void twins_same(void)
{
	barrier();
}

void twins_left(void)
{
	twins_same();
	barrier();
}
