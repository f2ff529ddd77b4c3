// SPDX-License-Identifier: GPL-2.0
#include "output/ring_stats.hh"

#include "output/time.hh"

namespace spile {

void print_ring_stats(Printer &out, const RingStats &stats, bool in_ns)
{
    out.text("entries: ").dec(stats.entries);
    out.text("\noverrun: ").dec(stats.overrun);
    out.text("\ncommit overrun: ").dec(stats.commit_overrun);
    out.text("\nbytes: ").dec(stats.bytes);
    out.text("\noldest event ts: ");
    in_ns ? print_seconds(out, stats.oldest_ns) : void(out.dec(stats.oldest_ns));
    out.text("\nnow ts: ");
    in_ns ? print_seconds(out, stats.now_ns) : void(out.dec(stats.now_ns));
    // An event too large for any block is a new event that was dropped.
    out.text("\ndropped events: ").dec(stats.dropped + stats.refused);
    out.text("\nread events: ").dec(stats.read).ch('\n');
}

} // namespace spile
