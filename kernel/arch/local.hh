// SPDX-License-Identifier: GPL-2.0
// Read-modify-write on data that one CPU alone writes: atomic against interrupts
// and NMIs of that CPU, not against other CPUs. Other CPUs may read.
// SPILE_ARCH_GENERIC picks the portable form (thread sanitizer sees through it).
#pragma once

#if defined(__x86_64__) && !defined(SPILE_ARCH_GENERIC)
#include "x86/local.hh"
#else
#include "generic/local.hh"
#endif
