// SPDX-License-Identifier: GPL-2.0
/* Built with the tracing hook, unlike all else here (see Kbuild and gate.c). */
#include <linux/compiler.h>

#include "gate.h"

noinline void spile_parking_spot(void)
{
	barrier();
}
