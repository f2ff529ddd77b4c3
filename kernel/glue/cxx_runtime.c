// SPDX-License-Identifier: GPL-2.0
/* What the C++ compiler refers to by itself. */
#include <linux/bug.h>

void __cxa_pure_virtual(void);

/* A pure virtual function was called, from a constructor or destructor: never correct. */
void __cxa_pure_virtual(void)
{
	BUG();
}
