// SPDX-License-Identifier: GPL-2.0
/*
 * The linker puts this object first and last.c last, and those of the trace headers
 * between: so the tables lie between these two rows of each.
 */
#include "event.h"

const struct spile_event_row *spile_event_rows_first[0] __section(SPILE_EVENT_ROWS);
const struct spile_event_value *const spile_event_values_first[0] __section(SPILE_EVENT_VALUES);
