// SPDX-License-Identifier: GPL-2.0
// A ring under test wakes nobody; in the kernel too, where the real one would
// bring the whole module along.
#include "glue/ring.h"

extern "C" void spile_ring_wake(void *) {}
