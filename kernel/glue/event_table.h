/* SPDX-License-Identifier: GPL-2.0 */
/* The table of events; glue only. */
#ifndef KERNEL_GLUE_EVENT_TABLE_H
#define KERNEL_GLUE_EVENT_TABLE_H

#include "glue/events.h"

struct spile_event_row;

/* Before the functions below. */
void spile_event_table_init(void);

/* The event that is made for the tracepoint of this name, or NULL. */
const struct spile_event_row *spile_event_row_of(const char *tracepoint);

void spile_event_describe(const struct spile_event_row *row, struct spile_event *event);

#endif
