// SPDX-License-Identifier: GPL-2.0
// For the ring's tests: records whose bytes tell who they are, and a reader that
// checks all of it.
#pragma once

#include "ring/reader.hh"

namespace spile::ring_test {

// A record: its id, the time it was given, and the id again in every word that follows.
struct Stamped {
    spile_entry entry;
    u64 id;
    u64 time;
    u32 words[];
} __attribute__((packed, aligned(4)));

constexpr u32 min_words = 1 + sizeof(Stamped) / 4;
constexpr u32 page_words = (4096 - SPILE_PAGE_HEADER_BYTES) / 4;
// Of min_words, in a sub-buffer of 4096 bytes.
constexpr u32 least_per_page = page_words / min_words;

constexpr WhenFull both_modes[] = {WhenFull::overwrite, WhenFull::drop};

constexpr u32 pattern(u64 id, u32 at) { return static_cast<u32>(id * 0x9e3779b9u + at); }

// Each look at it is `step` behind the lane's last record, and is noted.
struct StepClock {
    const Lane &lane;
    u64 step;
    u64 &last;
    u64 operator()() const { return last = load_relaxed(lane.head.high) + step; }
};

inline u32 payload_words(u32 words) { return words - (words <= max_small_words ? 1 : 2); }

inline void fill_record(void *payload, u32 words, u64 id, u64 time)
{
    auto *record = static_cast<Stamped *>(payload);
    record->entry.word = SPILE_RECORD_RAW;
    record->id = id;
    record->time = time;
    for (u32 i = 0; i < payload_words(words) - sizeof(Stamped) / 4; ++i)
        record->words[i] = pattern(id, i);
}

inline u64 id_of(const Entry &entry)
{
    return reinterpret_cast<const Stamped *>(entry.record)->id;
}

inline bool intact(const Entry &entry)
{
    const auto *record = reinterpret_cast<const Stamped *>(entry.record);
    if (entry.bytes < sizeof(Stamped) || entry.type() != SPILE_RECORD_RAW ||
        record->time != entry.time_ns)
        return false;
    for (u32 i = 0; i < (entry.bytes - sizeof(Stamped)) / 4; ++i)
        if (record->words[i] != pattern(record->id, i))
            return false;
    return true;
}

// A reservation of `words`, 4 bytes each, header included.
template <typename Step = NoSteps> struct Pending {
    Lane &lane;
    u32 words;
    u64 time = 0;
    void *payload;

    Pending(Lane &lane, u32 words, u64 step = 1)
        : lane(lane), words(words), payload(lane.reserve<Step>(words, StepClock{lane, step, time}))
    {
    }
    explicit operator bool() const { return payload; }
    void commit(u64 id)
    {
        fill_record(payload, words, id, time);
        lane.leave<Step>();
    }
    void discard()
    {
        // Whatever was written into it must not show.
        fill_record(payload, words, ~0ull, 0);
        lane.discard<Step>(payload, words);
    }
};

template <typename Step = NoSteps> bool write(Lane &lane, u32 words, u64 id, u64 step = 1)
{
    Pending<Step> record(lane, words, step);
    if (record)
        record.commit(id);
    return bool(record);
}

inline u32 used_words(const Lane &lane) { return Fill(lane.head.low).words(); }

// Writes until the next record would begin at word `at` of a sub-buffer.
inline void move_head(Lane &lane, u32 at)
{
    while (used_words(lane) != at) {
        u32 used = used_words(lane);
        u32 stop = at > used ? at : page_words;
        u32 left = stop - used;
        // What remains must be 0 or enough for another.
        write(lane, left < min_words ? min_words : left < 2 * min_words ? left : min_words, 0);
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
        u64 id = id_of(entry) % 8192;
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

inline Box<Ring> make_ring(u32 count, u32 order = 0)
{
    return Ring::create({count, order}).take();
}

} // namespace spile::ring_test
