/* SPDX-License-Identifier: GPL-2.0 */
/* Functions and data of others that events need, see events/thunks.h. Task context. */
#ifndef KERNEL_GLUE_EVENT_THUNKS_H
#define KERNEL_GLUE_EVENT_THUNKS_H

struct module;

/* Finds what is not found yet, in the kernel (NULL) or in a module that came ... */
void spile_event_thunks_find(struct module *module);
/* ... and lets go of what lies in one that goes. */
void spile_event_thunks_forget(struct module *module);

/* Something that the events of this trace header need and that is not found, or NULL. */
const char *spile_event_thunk_missing(const char *header);

/* Nothing is let go of between the two. */
void spile_event_thunks_hold(void);
void spile_event_thunks_release(void);

#endif
