/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KERNEL_GLUE_GATE_H
#define KERNEL_GLUE_GATE_H

#include <linux/types.h>

/* The module's one traceable function; see gate.c. Never called. */
void spile_parking_spot(void);

/* Whether a return address lies in the trampoline that the kernel made for the gate. */
bool spile_is_gate_trampoline(unsigned long address);

#endif
