// SPDX-License-Identifier: GPL-2.0
// The function record's way through the ring, alone, to be looked at or counted.
#include "ring/ring.hh"

extern "C" bool ring_hot(spile::Ring *ring, unsigned long cpu_offset, spile::u64 context,
                         spile::u64 time_ns, spile::u64 ip, spile::u64 parent_ip)
{
    return ring->write_function(cpu_offset, context, time_ns, ip, parent_ip);
}
