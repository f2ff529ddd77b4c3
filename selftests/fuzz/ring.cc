// SPDX-License-Identifier: GPL-2.0
// A ring under writers that interrupt each other at any step, discards, readers,
// resets and changes of mode: each event is accounted for exactly, and what is read
// is what was written, once, in order.
#include "ring/reader.hh"

#include <map>

#include "fuzz.hh"
#include "ring/consumer.hh"

namespace spile::fuzz {
namespace {

constexpr unsigned cpus[] = {0, 1, 3}; // of the fakes' four, 2 is not possible

struct Written {
    uint64_t bytes;
    bool gone = false; // read, reset away or found to be lost
};

struct Model {
    uint64_t committed = 0, lost = 0, refused = 0, read = 0;
    // By id, which is the time: in the order of their reservation.
    std::map<uint64_t, Written> there;
    uint64_t told_lost = 0;
};

struct Fuzzer {
    explicit Fuzzer(Input &input) : in(input) {}

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
    static uint64_t bytes_of(uint8_t how)
    {
        if (how < 128)
            return 16 + how % 16 * 8;
        if (how < 250)
            return 16 + (how - 128u) * 24;
        return block_bytes - (how - 250u) * 8;
    }
    void write(uint8_t how);
    void fill(spile_record *record, uint64_t bytes, uint64_t id);
    void read_one(const Entry &entry, bool consume);
    void consume(unsigned only, unsigned most);
    void look(unsigned only);
    void check();
    void reset(unsigned only);
    void run();
};

Fuzzer *now;
struct Steps {
    static void at(RingStep step) { now->step(step); }
};

void Fuzzer::fill(spile_record *record, uint64_t bytes, uint64_t id)
{
    record->word = uint64_t{SPILE_RECORD_RAW} << SPILE_RECORD_TYPE_SHIFT |
                   bytes / 8 << SPILE_RECORD_WORDS_SHIFT;
    record->time_ns = id;
    auto *words = reinterpret_cast<uint64_t *>(record + 1);
    for (uint64_t i = 0; i < bytes / 8 - 2; ++i)
        words[i] = id * 0x9e3779b97f4a7c15ull + i;
}

// A writer from its start to its end; others may interrupt it everywhere.
void Fuzzer::write(uint8_t how)
{
    uint64_t bytes = bytes_of(how);
    ++depth;
    spile_record *record = lane().reserve<Steps>(bytes);
    if (!record) {
        ++model().lost;
        --depth;
        return;
    }
    bool discard = how % 16 == 7;
    uint64_t id = next_id++;
    fill(record, bytes, id);
    if (how % 8 == 3 && depth < 3 && budget) {
        --budget;
        interrupt();
    }
    if (discard) {
        lane().discard<Steps>(record);
    } else {
        // Committed from here on, if only the outermost publishes it.
        model().there[id] = {bytes};
        ++model().committed;
        lane().leave<Steps>();
    }
    --depth;
}

void Fuzzer::read_one(const Entry &entry, bool consume)
{
    Model &model = models[entry.cpu];
    auto found = model.there.find(entry.time_ns());
    MUST(found != model.there.end());
    MUST(!found->second.gone);
    MUST(entry.type() == RecordType::raw);
    MUST(entry.payload_bytes() + sizeof(spile_record) == found->second.bytes);
    const auto *words = entry.payload<uint64_t>();
    for (uint32_t i = 0; i < entry.payload_bytes() / 8; ++i)
        MUST(words[i] == entry.time_ns() * 0x9e3779b97f4a7c15ull + i);
    if (consume) {
        found->second.gone = true;
        ++model.read;
        model.told_lost += entry.lost;
    }
}

void Fuzzer::consume(unsigned only, unsigned most)
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
void Fuzzer::look(unsigned only)
{
    Box<SnapshotReader> reader = SnapshotReader::create(*ring, only).take();
    uint64_t seen = 0;
    std::map<uint64_t, unsigned> ids;
    while (const Entry *entry = reader->peek()) {
        // Between what a consumer has aside and the rest there may be a gap.
        MUST(!entry->lost || (entry->lost == lost_unknown && ring->stats(entry->cpu).overrun));
        MUST(!ids[entry->time_ns()]++);
        read_one(*entry, false);
        ++seen;
        reader->advance();
    }
    MUST(seen == ring->stats(only).entries);
}

void Fuzzer::check()
{
    for (unsigned each : cpus) {
        RingStats stats = ring->stats(each);
        const Model &of = models[each];
        const Lane &lane = ring->lane(each);
        MUST(lane.nest == 0 && lane.committed == lane.head);
        MUST(stats.written == of.committed);
        MUST(stats.read == of.read);
        MUST(stats.entries + stats.read + stats.overrun == of.committed);
        MUST(stats.commit_overrun + stats.dropped == of.lost);
        MUST(stats.refused == of.refused);
        MUST(of.told_lost <= stats.overrun);
        MUST((stats.entries == 0) == ring->empty(each));
        MUST(stats.bytes >= stats.entries * sizeof(spile_record));
        MUST(stats.bytes <= ring->bytes_per_cpu() + block_bytes);
    }
}

void Fuzzer::reset(unsigned only)
{
    ring->reset(only);
    for (unsigned each : cpus)
        if (only == all_cpus || only == each) {
            Model &of = models[each];
            of = Model();
            MUST(ring->empty(each));
        }
}

void Fuzzer::run()
{
    unsigned blocks = 1u << in.below(4);
    ring = Ring::create(blocks).take();
    MUST(ring->blocks_per_cpu() == std::max(blocks, 2u));
    while (!in.empty()) {
        uint8_t what = in.byte();
        cpu = cpus[what / 16 % 3];
        budget = 24;
        unsigned only = what & 0x80 ? all_cpus : cpu;
        switch (what % 16) {
        default:
            write(in.byte());
            break;
        case 6: { // to near a block's end
            uint64_t stop = block_bytes - in.below(16) * 8;
            uint64_t at = lane().head % block_bytes;
            budget = 0;
            if (at < stop && stop - at >= 16) {
                uint64_t bytes = stop - at;
                spile_record *record = lane().reserve(bytes);
                MUST(record || at == 0);
                if (!record) {
                    ++model().lost;
                    break;
                }
                uint64_t id = next_id++;
                fill(record, bytes, id);
                model().there[id] = {bytes};
                ++model().committed;
                lane().leave();
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
            MUST(!ring->reserve(spile_cpu_offset(cpu), RecordType::raw,
                                max_payload_bytes + 1 + in.byte(), 0, 0));
            ++model().refused;
            break;
        case 14:
            MUST(ring->arm_wake(cpu) == ring->empty(cpu));
            break;
        }
        check();
    }
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

} // namespace

void try_input(Input &in)
{
    Fuzzer fuzzer(in);
    now = &fuzzer;
    fuzzer.run();
}

} // namespace spile::fuzz
