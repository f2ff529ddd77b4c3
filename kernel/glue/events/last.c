// SPDX-License-Identifier: GPL-2.0
/* The ends of the tables; see first.c. */
#include "event.h"

const struct spile_event_row *spile_event_rows_last[0] __section(SPILE_EVENT_ROWS);
const struct spile_event_value *const spile_event_values_last[0] __section(SPILE_EVENT_VALUES);
