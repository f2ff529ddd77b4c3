// SPDX-License-Identifier: GPL-2.0
// A backward ring under writers that interrupt each other at any step, discards, pauses,
// resets and readers that look at any moment: what they find is what was written, newest
// first, and each event is accounted for exactly. At last, a walk over any bytes at all.
#include "ring/backward_reader.hh"

#include "fuzz.hh"
#include "selftests/unit/backward_writer.hh"

namespace spile::fuzz {
namespace {

using namespace backward_test;

constexpr uint32_t most_reservations = Model::room / 2; // the model knows no more at a time

struct Fuzzer {
    explicit Fuzzer(Input &input)
        : in(input), ring(make_backward(ring_bytes << in.below(4)).take()),
          lane(ring->lane(1)), model(make_box<Model>().take()),
          copy(BackwardCopy::create(lane).take())
    {
        begin();
    }

    Input &in;
    Box<BackwardRing> ring;
    BackwardLane &lane;
    Box<Model> model;
    Box<BackwardCopy> copy;
    u64 clock = 0;
    uint64_t too_large = 0;
    uint32_t reservations = 0;
    unsigned depth = 0;   // writers inside, one interrupting the other
    unsigned budget = 0;  // interruptions that are still allowed
    unsigned paused = 0;

    uint32_t ring_words() { return uint32_t(lane.control.size / 4); }
    void begin()
    {
        ring->reset(1);
        model->begin(lane);
        reservations = 0;
        too_large = 0;
    }
    void step()
    {
        if (in.byte() % 16 == 5)
            MUST(model->look(*copy) != ~u64{0});
        if (!budget || depth > 3 || in.byte() % 8)
            return;
        --budget;
        unsigned writes = in.below(4) + (in.byte() == 255 ? 300 : 0);
        for (unsigned i = 0; i <= writes; ++i)
            write(in.byte());
    }
    uint32_t words_of(uint8_t how)
    {
        if (how < 128)
            return least_words + how % 16;
        if (how < 250)
            return least_words + (how - 128u) * 6;
        return ring_words() - (how - 250u);
    }
    void write(uint8_t how);
    void check();
    void read();
    void run();
};

Fuzzer *now;
struct Steps {
    static void at(BackwardStep) { now->step(); }
};

// A writer from its start to its end; others may interrupt it everywhere.
void Fuzzer::write(uint8_t how)
{
    if (++reservations > most_reservations)
        return;
    ++depth;
    Pending<Steps> record(lane, *model, words_of(how), clock);
    MUST(!paused || !record);
    if (record) {
        if (how % 8 == 3)
            step();
        if (how % 4 == 2)
            record.discard();
        else
            record.commit();
    }
    --depth;
}

void Fuzzer::check()
{
    MUST(model->agrees(*ring, *copy));
    RingStats stats = ring->stats(1);
    MUST_EQUAL(stats.refused, too_large);
    MUST(stats.bytes <= lane.control.size);
    MUST_EQUAL(ring->stats(0).written, 0);
    if (reservations > most_reservations)
        begin();
}

// In the order of time: all that is there, once.
void Fuzzer::read()
{
    Box<BackwardReader> reader = BackwardReader::create(*ring).take();
    uint64_t seen = 0, last = 0;
    while (const Entry *entry = reader->peek()) {
        MUST(entry->cpu == 1 && entry->time_ns > last);
        last = entry->time_ns;
        ++seen;
        reader->advance();
    }
    MUST_EQUAL(seen, ring->stats(1).entries);
}

void Fuzzer::run()
{
    while (!in.empty()) {
        uint8_t what = in.byte();
        budget = 24;
        switch (what % 16) {
        default:
            write(in.byte());
            break;
        case 7: { // many
            unsigned count = in.below(256) * 2;
            uint8_t how = in.byte();
            budget = 0;
            for (unsigned i = 0; i < count; ++i)
                write(how);
            break;
        }
        case 8: // near the memory's begin
            budget = 0;
            if (!paused)
                move_head(lane, *model, least_words + in.below(32), clock);
            break;
        case 9:
            read();
            break;
        case 10:
            begin();
            break;
        case 11:
            if (paused < 3) {
                ring->pause(1);
                ++paused;
            }
            break;
        case 12:
            if (paused) {
                ring->resume(1);
                --paused;
            }
            break;
        case 13:
            if (!paused) {
                MUST(!lane.reserve(ring_words() + 1 + in.byte(), [] { return u64{1}; }));
                ++too_large;
            }
            break;
        }
        check();
    }
    read();
}

void walk_over(std::string_view bytes)
{
    std::string kept(bytes);
    BackwardWalk walk(reinterpret_cast<const u8 *>(kept.data()), kept.size() / 4 * 4);
    uint64_t last = 0, sum = 0;
    while (walk.next()) {
        MUST(walk.offset() >= last);
        last = walk.offset() + walk.bytes();
        MUST(last <= kept.size());
        const u8 *entry = reinterpret_cast<const u8 *>(walk.entry());
        for (u32 i = 0; i < walk.entry_bytes(); ++i)
            sum += entry[i];
    }
    MUST(sum < uint64_t{256} * 65536);
}

} // namespace

void try_input(Input &in)
{
    if (in.byte() == 0xff)
        return walk_over(in.rest());
    Fuzzer fuzzer(in);
    now = &fuzzer;
    fuzzer.run();
}

} // namespace spile::fuzz
