/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KERNEL_GLUE_GATE_H
#define KERNEL_GLUE_GATE_H

#include <linux/types.h>

/* Whether a return address lies in the trampoline that the kernel made for the gate. */
bool spile_is_gate_trampoline(unsigned long address);

#endif
