// SPDX-License-Identifier: GPL-2.0
// What a ring counts: the values behind per_cpu/cpuN/stats and trace's first line.
#pragma once

#include "base/types.hh"

namespace spile {

struct RingStats {
    u64 entries = 0;        // events there to be read
    u64 written = 0;        // events committed since the last reset: entries + read + overrun
    u64 overrun = 0;        // unread events that newer ones replaced
    u64 commit_overrun = 0; // events lost because an interrupted writer stood in the way
    u64 dropped = 0;        // new events lost because the ring was full and may not overwrite
    u64 refused = 0;        // events lost because they were larger than a sub-buffer
    u64 paused = 0;         // events lost because a reader had paused the ring (backward)
    u64 read = 0;           // events that consuming readers took
    u64 bytes = 0;          // of the entries, padding included
    u64 oldest_ns = 0;      // time of the oldest entry, 0 when there is none
    u64 now_ns = 0;         // set by who knows the clock

    void add(const RingStats &other)
    {
        entries += other.entries;
        written += other.written;
        overrun += other.overrun;
        commit_overrun += other.commit_overrun;
        dropped += other.dropped;
        refused += other.refused;
        paused += other.paused;
        read += other.read;
        bytes += other.bytes;
        if (other.oldest_ns && (!oldest_ns || other.oldest_ns < oldest_ns))
            oldest_ns = other.oldest_ns;
    }
};

} // namespace spile
