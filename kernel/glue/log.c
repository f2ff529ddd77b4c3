// SPDX-License-Identifier: GPL-2.0
#include <linux/printk.h>

#include "glue/log.h"

void spile_log(const char *text, unsigned long length)
{
	pr_info("spile: %.*s\n", (int)length, text);
}

void spile_log_error(const char *text, unsigned long length)
{
	pr_err("spile: %.*s\n", (int)length, text);
}
