// SPDX-License-Identifier: GPL-2.0
// For the fuzz targets of the ring: writers that interrupt each other at any step,
// discards, readers of records, resets and changes of size and mode; each event is
// accounted for exactly, and what is read is what was written, once, in order.
#pragma once

#include "ring/reader.hh"

#include <map>

#include "fuzz.hh"
#include "selftests/unit/ring_writer.hh"

namespace spile::fuzz {

constexpr unsigned cpus[] = {0, 1, 3}; // of the fakes' four, 2 is not possible

using namespace ring_test;

struct Written {
    uint32_t words;
    uint64_t time;
    bool gone = false; // read, reset away or found to be lost
};

struct Model {
    uint64_t committed = 0, lost = 0, refused = 0, read = 0;
    // By id: in the order of their reservation.
    std::map<uint64_t, Written> there;
    uint64_t told_lost = 0;
    uint64_t last_time = 0; // of what was read
};

struct RingFuzzer {
    explicit RingFuzzer(Input &input) : in(input) { now = this; }

    Input &in;
    Box<Ring> ring;
    Model models[4];
    uint64_t next_id = 1;
    unsigned cpu = 0;    // whose writer runs
    unsigned depth = 0;  // writers inside, one interrupting the other
    unsigned budget = 0; // interruptions that are still allowed

    Lane &lane() { return ring->lane(cpu); }
    Model &model() { return models[cpu]; }

    void step(RingStep)
    {
        if (!budget || depth > 3 || in.byte() % 8)
            return;
        --budget;
        interrupt();
    }
    void interrupt()
    {
        unsigned writes = in.below(4) + (in.byte() == 255 ? 300 : 0);
        for (unsigned i = 0; i <= writes; ++i)
            write(in.byte());
    }
    uint32_t words_of(uint8_t how)
    {
        if (how < 128)
            return min_words + how % 16;
        if (how < 250)
            return min_words + (how - 128u) * 6;
        return room() - (how - 250u);
    }
    uint32_t room() { return ring->geometry(cpu).room_bytes() / 4; }
    // Mostly small steps, some that need a time extension.
    uint64_t time_step() { return uint64_t{1} << (in.byte() >= 250 ? 20 + in.byte() % 20 : 0); }
    void write(uint8_t how);
    void resize(unsigned only);
    void read_one(const Entry &entry, bool consume);
    // A record that somebody saw: it was there, once, as it was written.
    Written &found(unsigned from, uint64_t id, uint32_t bytes, uint64_t time);
    // And it is gone now: in the order of time.
    void taken(unsigned from, uint64_t id, uint32_t bytes, uint64_t time);
    void consume(unsigned only, unsigned most);
    void look(unsigned only);
    void check();
    void reset(unsigned only);
    // One thing that a writer, a reader of records or a user does.
    void act(uint8_t what);
    // Reads what is left: all there was is accounted for.
    void finish();
    void make();

    static inline RingFuzzer *now = nullptr;
};

struct Steps {
    static void at(RingStep step) { RingFuzzer::now->step(step); }
};

// A writer from its start to its end; others may interrupt it everywhere.
inline void RingFuzzer::write(uint8_t how)
{
    ++depth;
    Pending<Steps> record(lane(), words_of(how), time_step());
    if (!record) {
        ++model().lost;
        --depth;
        return;
    }
    uint64_t id = next_id++;
    if (how % 8 == 3 && depth < 3 && budget) {
        --budget;
        interrupt();
    }
    if (how % 16 == 7) {
        record.discard();
    } else {
        // Committed from here on, if only the outermost publishes it.
        model().there[id] = {record.words, record.time};
        ++model().committed;
        record.commit(id);
    }
    --depth;
}

inline void RingFuzzer::read_one(const Entry &entry, bool consume)
{
    MUST(intact(entry));
    if (consume) {
        taken(entry.cpu, id_of(entry), entry.bytes, entry.time_ns);
        models[entry.cpu].told_lost += entry.lost;
    } else {
        found(entry.cpu, id_of(entry), entry.bytes, entry.time_ns);
    }
}

inline void RingFuzzer::taken(unsigned from, uint64_t id, uint32_t bytes, uint64_t time)
{
    Model &model = models[from];
    found(from, id, bytes, time).gone = true;
    ++model.read;
    MUST(time >= model.last_time);
    model.last_time = time;
}

inline Written &RingFuzzer::found(unsigned from, uint64_t id, uint32_t bytes, uint64_t time)
{
    auto at = models[from].there.find(id);
    MUST(at != models[from].there.end());
    MUST(!at->second.gone);
    MUST(time == at->second.time);
    MUST(bytes == payload_words(at->second.words) * 4);
    return at->second;
}

inline void RingFuzzer::consume(unsigned only, unsigned most)
{
    ConsumingReader reader(*ring, only);
    while (most-- > 0) {
        const Entry *entry = reader.peek();
        if (!entry)
            break;
        MUST(only == all_cpus || entry->cpu == only);
        read_one(*entry, true);
        reader.advance();
    }
}

// What a snapshot shows while nobody writes is all that is there.
inline void RingFuzzer::look(unsigned only)
{
    Box<SnapshotReader> reader = SnapshotReader::create(*ring, only).take();
    uint64_t seen = 0;
    std::map<uint64_t, unsigned> ids;
    while (const Entry *entry = reader->peek()) {
        // Between what a consumer has aside and the rest there may be a gap.
        MUST(entry->lost <= ring->stats(entry->cpu).overrun);
        MUST(!ids[id_of(*entry)]++);
        read_one(*entry, false);
        ++seen;
        reader->advance();
    }
    MUST(seen == ring->stats(only).entries);
}

inline void RingFuzzer::check()
{
    for (unsigned each : cpus) {
        RingStats stats = ring->stats(each);
        const Model &of = models[each];
        const Lane &lane = ring->lane(each);
        MUST(lane.nest == 0 && lane.committed_seq == Fill(lane.head.low).seq());
        MUST(stats.written == of.committed);
        MUST(stats.read == of.read);
        MUST(stats.entries + stats.read + stats.overrun == of.committed);
        MUST(stats.commit_overrun + stats.dropped == of.lost);
        MUST(stats.refused == of.refused);
        MUST(of.told_lost <= stats.overrun);
        MUST((stats.entries == 0) == ring->empty(each));
        MUST(stats.bytes >= stats.entries * min_words * 4);
        Geometry geometry = ring->geometry(each);
        MUST(stats.bytes <= (geometry.count + 1) * geometry.room_bytes());
    }
}

inline void RingFuzzer::reset(unsigned only)
{
    ring->reset(only);
    for (unsigned each : cpus)
        if (only == all_cpus || only == each) {
            Model &of = models[each];
            of = Model();
            MUST(ring->empty(each));
        }
}

// To a size, while nobody writes: what fits stays. To an order: empty.
inline void RingFuzzer::resize(unsigned only)
{
    unsigned order = in.byte() >= 200 ? in.below(3) : ring->geometry(cpu).order;
    unsigned count = 1 + in.below(12);
    bool mapped = false;
    for (unsigned each : cpus)
        if (only == each || only == all_cpus || order != ring->geometry(cpu).order)
            mapped |= ring->buffer(each).is_mapped();
    if (mapped) {
        Result<void> changed = order == ring->geometry(cpu).order ? ring->resize(only, count)
                                                                  : ring->set_order(order, count);
        MUST(changed.error() == Errno::busy);
    } else if (order == ring->geometry(cpu).order) {
        std::map<unsigned, uint64_t> before;
        for (unsigned each : cpus)
            before[each] = ring->stats(each).entries;
        MUST(ring->resize(only, count).ok());
        MUST(ring->geometry(cpu).count == std::max(count, 2u));
        for (unsigned each : cpus)
            MUST(ring->stats(each).entries <= before[each]);
    } else {
        MUST(ring->set_order(order, count).ok());
        for (Model &each : models)
            each = Model();
    }
}

inline void RingFuzzer::make()
{
    unsigned count = 1 + in.below(8);
    ring = make_ring(count, in.byte() >= 200 ? in.below(3) : 0);
    MUST(ring->geometry(0).count == std::max(count, 2u));
}

inline void RingFuzzer::act(uint8_t what)
{
    cpu = cpus[what / 16 % 3];
    budget = 24;
    unsigned only = what & 0x80 ? all_cpus : cpu;
    switch (what % 16) {
    default:
        write(in.byte());
        break;
    case 6: { // to near a sub-buffer's end
        uint32_t stop = room() - in.below(16);
        uint32_t at = used_words(lane());
        budget = 0;
        if (at + min_words <= stop) {
            uint32_t words = stop - at;
            Pending<> record(lane(), words);
            MUST(record || at == 0);
            if (!record) {
                ++model().lost;
                break;
            }
            uint64_t id = next_id++;
            model().there[id] = {words, record.time};
            ++model().committed;
            record.commit(id);
        }
        break;
    }
    case 7: { // many
        unsigned count = in.below(256) * 4;
        uint8_t how = in.byte();
        budget = 0;
        for (unsigned i = 0; i < count; ++i)
            write(how);
        break;
    }
    case 8:
        consume(only, in.below(200));
        break;
    case 9:
        consume(only, ~0u);
        for (unsigned each : cpus)
            if (only == all_cpus || each == only)
                MUST(ring->empty(each));
        break;
    case 10:
        look(only);
        break;
    case 11:
        reset(only);
        break;
    case 12:
        ring->set_when_full(what & 0x80 ? WhenFull::drop : WhenFull::overwrite);
        break;
    case 13:
        MUST(!Pending<>(lane(), room() + 1 + in.byte()));
        ++model().refused;
        break;
    case 14:
        MUST(ring->arm_wake(cpu) == ring->empty(cpu));
        break;
    case 15:
        resize(only);
        break;
    }
    check();
}

inline void RingFuzzer::finish()
{
    consume(all_cpus, ~0u);
    check();
    for (unsigned each : cpus) {
        // A loss behind the last record is told with the next one.
        cpu = each;
        budget = 0;
        ring->set_when_full(WhenFull::overwrite);
        write(0);
        consume(each, ~0u);
        MUST(ring->stats(each).entries == 0);
        MUST(models[each].told_lost == ring->stats(each).overrun);
    }
}

} // namespace spile::fuzz
