// SPDX-License-Identifier: GPL-2.0
// CPU cycles as nanoseconds, by the numbers that the kernel keeps for its scheduler clock.
// Where a machine has none of that, Cycles::known is false.
#pragma once

#if defined(__x86_64__) && !defined(SPILE_ARCH_GENERIC)
#include "x86/cycles.hh"
#else
#include "generic/cycles.hh"
#endif
