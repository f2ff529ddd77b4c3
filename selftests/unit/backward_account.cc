// SPDX-License-Identifier: GPL-2.0
// The backward ring: what is written, overwritten, discarded and lost adds up; what is read
// is what was written, newest first, and in the order of time.
#include "ring/backward_reader.hh"

#include "selftests/fakes/fakes.hh"
#include "selftests/unit/backward_writer.hh"
#include "selftests/unit/ops_rig.hh"
#include "selftests/unit/test.hh"

namespace spile::backward_test {
namespace {

using ops_test::fail_each_allocation;
using ops_test::NoLeak;

struct Bench {
    explicit Bench(u64 bytes = ring_bytes) : ring(make_backward(bytes).take()) { begin(); }
    Box<BackwardRing> ring;
    BackwardLane &lane = ring->lane(0);
    Box<Model> model = make_box<Model>().take();
    Box<BackwardCopy> copy = BackwardCopy::create(lane).take();
    u64 clock = 0;

    void begin()
    {
        ring->reset(0);
        model->begin(lane);
    }
    bool put(u32 words) { return write(lane, *model, words, clock); }
    bool agrees() { return model->agrees(*ring, *copy); }
};

SPILE_TEST(backward_account, wraps_at_every_record_size)
{
    unsigned wrong = 0;
    Bench bench;
    for (u32 words = least_words; words <= ring_words; ++words) {
        bench.begin();
        u32 count = 4 * ring_words / words + 5;
        for (u32 i = 0; i < count; ++i) {
            wrong += !bench.put(words);
            if (i % 16 == 0 || i + 3 > count)
                wrong += !bench.agrees();
        }
        // All of the ring holds records, but for what a record less and the padding take.
        u64 there = bench.ring->stats(0).bytes;
        wrong += there > ring_bytes || there + 2 * words * 4 + 8 <= ring_bytes;
    }
    EXPECT_EQ(wrong, 0u);
}

SPILE_TEST(backward_account, mixed_sizes)
{
    unsigned wrong = 0;
    Bench bench(u64{4} * ring_bytes);
    u32 seed = 7;
    bench.begin();
    for (unsigned i = 0; i < 4000; ++i) {
        seed = seed * 1664525 + 1013904223;
        u32 words = least_words + (seed >> 8) % 64 + ((seed >> 20) % 50 ? 0 : 3000);
        Pending<> record(bench.lane, *bench.model, words, bench.clock);
        if (!record)
            ++wrong;
        else if (seed >> 28 == 3)
            record.discard();
        else
            record.commit();
        if (i % 64 == 0)
            wrong += !bench.agrees();
    }
    wrong += !bench.agrees();
    EXPECT_EQ(wrong, 0u);
    EXPECT(bench.model->discarded > 50u);
}

SPILE_TEST(backward_account, what_is_too_large_is_lost)
{
    Bench bench;
    bench.begin();
    EXPECT(bench.put(least_words));
    EXPECT(!bench.lane.reserve(ring_words + 1, [] { return u64{1}; }));
    EXPECT(!bench.lane.reserve(~0u, [] { return u64{1}; }));
    RingStats stats = bench.ring->stats(0);
    EXPECT_EQ(stats.refused, 2u);
    EXPECT_EQ(stats.written, 1u);
    EXPECT_EQ(bench.lane.control.writer.nest, 0u);
    EXPECT(bench.put(ring_words));
    EXPECT(bench.agrees());
    EXPECT_EQ(bench.ring->stats(0).entries, 1u);
    EXPECT_EQ(bench.ring->stats(0).overrun, 1u);
}

// Filters reserve, look and discard: what was there before stays.
SPILE_TEST(backward_account, discarding_gives_the_room_back)
{
    Bench bench;
    bench.begin();
    for (unsigned i = 0; i < 50; ++i)
        bench.put(least_words);
    u64 before = bench.ring->stats(0).entries;
    for (unsigned i = 0; i < 5000; ++i)
        Pending<>(bench.lane, *bench.model, least_words, bench.clock).discard();
    EXPECT(bench.agrees());
    EXPECT(bench.ring->stats(0).entries >= before - 1);
    EXPECT_EQ(bench.model->discarded, 5000u);
}

SPILE_TEST(backward_account, paused_is_lost_and_counted)
{
    Bench bench;
    bench.begin();
    for (unsigned i = 0; i < 500; ++i)
        bench.put(least_words);
    i64 head = bench.lane.control.head;
    bench.ring->pause(0);
    bench.ring->pause(0);
    for (unsigned i = 0; i < 70; ++i)
        EXPECT(!bench.put(least_words));
    bench.ring->resume(0);
    for (unsigned i = 0; i < 7; ++i)
        EXPECT(!bench.put(least_words));
    EXPECT_EQ(bench.lane.control.head, head);
    EXPECT_EQ(bench.ring->stats(0).paused, 77u);
    EXPECT(bench.agrees());
    bench.ring->resume(0);
    EXPECT(bench.put(least_words));
    EXPECT(bench.agrees());
    EXPECT_EQ(bench.ring->stats(0).paused, 77u);
}

SPILE_TEST(backward_account, reset_begins_anew)
{
    Bench bench;
    for (unsigned written = 0; written < 300; written += 37) {
        bench.begin();
        for (unsigned i = 0; i < written; ++i)
            bench.put(least_words);
        EXPECT(bench.agrees());
    }
    bench.lane.reserve(~0u, [] { return u64{1}; });
    bench.ring->pause(0);
    bench.put(least_words);
    bench.ring->resume(0);
    bench.begin();
    RingStats stats = bench.ring->stats(0);
    EXPECT_EQ(stats.entries + stats.written + stats.overrun + stats.paused + stats.refused, 0u);
    EXPECT_EQ(stats.bytes + stats.oldest_ns, 0u);
    EXPECT(bench.agrees());
}

SPILE_TEST(backward_account, sizes_are_powers_of_two)
{
    struct {
        u64 asked, made;
    } const cases[] = {{0, 4096}, {1, 4096}, {8191, 4096}, {8192, 8192}, {1450000, 1048576}};
    for (auto &each : cases) {
        Box<BackwardRing> ring = make_backward(each.asked).take();
        EXPECT_EQ(ring->lane(0).control.size, each.made);
    }
    EXPECT_EQ(make_backward(u64{BackwardLane::max_size} + 1).error(), Errno::invalid);
}

SPILE_TEST(backward_account, without_memory)
{
    NEEDS_FAILING_MEMORY();
    NoLeak leak;
    constexpr bool both[] = {false, true};
    for (bool onwards : both)
        EXPECT(fail_each_allocation(
                   [] {
                       Result<Box<BackwardRing>> made = make_backward(ring_bytes);
                       if (!made) {
                           EXPECT_EQ(made.error(), Errno::no_memory);
                           return;
                       }
                       Result<Box<BackwardReader>> reader =
                           BackwardReader::create(*made.value());
                       if (!reader)
                           EXPECT_EQ(reader.error(), Errno::no_memory);
                   },
                   onwards) > 3);
}

// --- Reading

SPILE_TEST(backward_account, newest_first_without_padding)
{
    Bench bench;
    bench.begin();
    for (unsigned i = 0; i < 300; ++i)
        bench.put(least_words + i % 5);
    Box<BackwardCopy> copy = bench.ring->copy(0).take();
    copy->compact();
    u64 last = ~u64{0}, seen = 0, bytes = 0;
    BackwardWalk walk = copy->walk();
    while (walk.next()) {
        EXPECT(intact(walk) && walk.time() < last);
        EXPECT_EQ(walk.offset(), bytes);
        last = walk.time();
        bytes += walk.bytes();
        ++seen;
    }
    EXPECT_EQ(seen, bench.ring->stats(0).entries);
    EXPECT_EQ(bytes, copy->bytes().size());
    EXPECT_EQ(bytes, bench.ring->stats(0).bytes);
    EXPECT_EQ(bench.ring->stats(0).oldest_ns, last);
}

SPILE_TEST(backward_account, oldest_first_over_all_cpus)
{
    Bench bench;
    const unsigned cpus[] = {spile_cpu_next(0), spile_cpu_next(spile_cpu_next(0) + 1)};
    Box<Model> models[] = {make_box<Model>().take(), make_box<Model>().take()};
    unsigned count = cpus[1] < spile_cpu_limit() ? 2 : 1;
    u64 there = 0;
    for (unsigned i = 0; i < count; ++i)
        models[i]->begin(bench.ring->lane(cpus[i]));
    for (unsigned i = 0; i < 700; ++i) {
        unsigned at = i / 3 % count;
        write(bench.ring->lane(cpus[at]), *models[at], least_words + i % 7, bench.clock);
    }
    for (unsigned i = 0; i < count; ++i)
        there += bench.ring->stats(cpus[i]).entries;
    Box<BackwardReader> reader = BackwardReader::create(*bench.ring).take();
    bench.put(least_words); // is not shown
    u64 last = 0, seen = 0;
    while (const Entry *entry = reader->peek()) {
        EXPECT(reader->peek()->time_ns == entry->time_ns);
        EXPECT(entry->time_ns > last && entry->type() == SPILE_RECORD_RAW && !entry->lost);
        EXPECT_EQ(reinterpret_cast<const Stamped *>(entry->record)->time, entry->time_ns);
        last = entry->time_ns;
        ++seen;
        reader->advance();
    }
    EXPECT_EQ(seen, there);
    u64 of_one = 0;
    reader = BackwardReader::create(*bench.ring, cpus[0]).take();
    for (; const Entry *entry = reader->peek(); reader->advance()) {
        EXPECT_EQ(entry->cpu, cpus[0]);
        ++of_one;
    }
    EXPECT_EQ(of_one, bench.ring->stats(cpus[0]).entries);
}

SPILE_TEST(backward_account, an_empty_ring_shows_nothing)
{
    Bench bench;
    EXPECT(!BackwardReader::create(*bench.ring).take()->peek());
    EXPECT(bench.ring->copy(0).take()->bytes().empty());
    bench.put(least_words);
    bench.ring->reset(0);
    EXPECT(!BackwardReader::create(*bench.ring).take()->peek());
}

// Bytes that are no records end a walk, and lead it nowhere else.
SPILE_TEST(backward_account, a_walk_trusts_no_length)
{
    alignas(8) u32 words[16] = {};
    auto *bytes = reinterpret_cast<const u8 *>(words);
    const u32 wrong[] = {0, 4, 8, 16, 1, 2, 3};
    for (u32 word : wrong) {
        words[0] = word;
        BackwardWalk walk(bytes, sizeof(words));
        EXPECT(!walk.next());
        EXPECT(walk.malformed());
        EXPECT(!walk.next());
    }
    const u32 cut[] = {sizeof(words) + 4, 0xfffffffc, 0xfffffffd};
    for (u32 word : cut) {
        words[0] = word;
        BackwardWalk walk(bytes, sizeof(words));
        EXPECT(!walk.next());
        EXPECT(!walk.malformed());
    }
    words[0] = 4 | SPILE_BACKWARD_PADDING;
    words[1] = sizeof(words) - 4;
    BackwardWalk walk(bytes, sizeof(words));
    EXPECT(walk.next());
    EXPECT_EQ(walk.offset(), 4u);
    EXPECT(!walk.next());
    EXPECT(!walk.malformed());
    EXPECT(!BackwardWalk(bytes, 3).next());
}

} // namespace

SPILE_SUITE(backward_account, wraps_at_every_record_size, mixed_sizes, what_is_too_large_is_lost,
            discarding_gives_the_room_back, paused_is_lost_and_counted, reset_begins_anew,
            sizes_are_powers_of_two, without_memory, newest_first_without_padding,
            oldest_first_over_all_cpus, an_empty_ring_shows_nothing, a_walk_trusts_no_length)

} // namespace spile::backward_test
