// SPDX-License-Identifier: GPL-2.0
// For the ring's tests: records whose bytes tell who they are, and a reader that
// checks all of it.
#pragma once

#include "ring/reader.hh"

namespace spile::ring_test {

// A record's payload is its id, repeated: a byte from another record shows.
constexpr u64 min_bytes = sizeof(spile_record) + 8;

constexpr WhenFull both_modes[] = {WhenFull::overwrite, WhenFull::drop};

inline void fill_record(spile_record *record, u64 bytes, u64 id)
{
    record->word = u64{SPILE_RECORD_RAW} << SPILE_RECORD_TYPE_SHIFT |
                   bytes / 8 << SPILE_RECORD_WORDS_SHIFT;
    record->time_ns = id;
    u64 *words = reinterpret_cast<u64 *>(record + 1);
    for (u64 i = 0; i < bytes / 8 - 2; ++i)
        words[i] = id * 0x9e3779b97f4a7c15ull + i;
}

inline bool intact(const Entry &entry)
{
    const u64 *words = entry.payload<u64>();
    for (u32 i = 0; i < entry.payload_bytes() / 8; ++i)
        if (words[i] != entry.time_ns() * 0x9e3779b97f4a7c15ull + i)
            return false;
    return true;
}

template <typename Step = NoSteps> bool write(Lane &lane, u64 bytes, u64 id)
{
    spile_record *record = lane.reserve<Step>(bytes);
    if (!record)
        return false;
    fill_record(record, bytes, id);
    lane.leave<Step>();
    return true;
}

// Writes until the next record would begin at `offset` of the lane.
inline void move_head(Lane &lane, u64 offset)
{
    while ((lane.head & lane.mask) != offset) {
        u64 at = lane.head & lane.mask;
        u64 stop = min(block_floor(at) + block_bytes, offset > at ? offset : lane.mask + 1);
        write(lane, max(stop - at, u64{sizeof(spile_record)}), 0);
    }
}

// What a test did to a ring, to be compared with what the ring says.
struct Tally {
    u64 committed = 0;
    u64 refused = 0; // reserve() gave nothing
    u64 read = 0;
    u64 lost_seen = 0;
    u64 damaged = 0;
    u64 repeated = 0;
    u64 seen[8192 / 64] = {}; // by id

    void read_one(const Entry &entry)
    {
        ++read;
        lost_seen += entry.lost;
        damaged += !intact(entry);
        u64 id = entry.time_ns() % 8192;
        u64 bit = u64{1} << id % 64;
        repeated += (seen[id / 64] & bit) != 0;
        seen[id / 64] |= bit;
    }
    void drain(Ring &ring, unsigned cpu = all_cpus)
    {
        ConsumingReader reader(ring, cpu);
        while (const Entry *entry = reader.peek()) {
            read_one(*entry);
            reader.advance();
        }
    }
    // After a drain and with no writer inside, all sums are exact.
    bool agrees(const RingStats &stats) const
    {
        return !damaged && !repeated && stats.entries == 0 && stats.read == read &&
               stats.written == committed && committed == read + stats.overrun &&
               refused == stats.commit_overrun + stats.dropped;
    }
};

} // namespace spile::ring_test
