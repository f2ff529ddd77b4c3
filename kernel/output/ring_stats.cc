// SPDX-License-Identifier: GPL-2.0
#include "output/ring_stats.hh"

#include "output/time.hh"

namespace spile {

void print_ring_stats(Printer &out, const RingStats &stats)
{
    out.text("entries: ").dec(stats.entries);
    out.text("\noverrun: ").dec(stats.overrun);
    out.text("\ncommit overrun: ").dec(stats.commit_overrun);
    out.text("\nbytes: ").dec(stats.bytes);
    out.text("\noldest event ts: ");
    print_seconds(out, stats.oldest_ns);
    out.text("\nnow ts: ");
    print_seconds(out, stats.now_ns);
    // An event too large for any block is a new event that was dropped.
    out.text("\ndropped events: ").dec(stats.dropped + stats.refused);
    out.text("\nread events: ").dec(stats.read).ch('\n');
}

} // namespace spile
