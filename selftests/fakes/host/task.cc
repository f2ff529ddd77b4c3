// SPDX-License-Identifier: GPL-2.0
#include "glue/task.h"

extern "C" spile_u64 spile_task_context(void) { return 1; }
