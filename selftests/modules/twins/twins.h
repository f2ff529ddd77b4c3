/* SPDX-License-Identifier: GPL-2.0 */
#include <linux/module.h>

void twins_left(void);
void twins_right(void);
