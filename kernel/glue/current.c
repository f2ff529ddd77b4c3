// SPDX-License-Identifier: GPL-2.0
#include <linux/sched.h>
#include <linux/smp.h>

#include "glue/current.h"

unsigned int spile_current_cpu(void)
{
	return raw_smp_processor_id();
}

const char *spile_current_comm(void)
{
	BUILD_BUG_ON(TASK_COMM_LEN != SPILE_COMM_ROOM);
	return current->comm;
}
