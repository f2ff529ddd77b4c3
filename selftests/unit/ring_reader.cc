// SPDX-License-Identifier: GPL-2.0
// Reading: order over CPUs, what stays and what goes, losses told in their place.
#include "ring/reader.hh"

#include "selftests/unit/ring_writer.hh"
#include "selftests/unit/test.hh"

namespace spile::ring_test {
namespace {

// At time `id`.
bool write_at(Lane &lane, u32 words, u64 id) { return write(lane, words, id, id - lane.head.high); }

template <typename Reader> u64 count_in_order(Reader &reader, u64 &wrong)
{
    u64 count = 0, last = 0;
    while (const Entry *entry = reader.peek()) {
        wrong += entry->time_ns < last || !intact(*entry);
        last = entry->time_ns;
        ++count;
        reader.advance();
    }
    return count;
}

SPILE_TEST(ring_reader, merges_cpus_by_time)
{
    Box<Ring> ring = make_ring(8);
    unsigned cpus = spile_cpu_next(1) < spile_cpu_limit() ? 2 : 1;
    for (u64 id = 1; id <= 300; ++id)
        write_at(ring->lane((id * 7 / 3) % cpus), min_words + id % 5, id);
    u64 wrong = 0;
    Box<SnapshotReader> snapshot = SnapshotReader::create(*ring).take();
    EXPECT_EQ(count_in_order(*snapshot, wrong), u64{300});
    ConsumingReader reader(*ring);
    EXPECT_EQ(count_in_order(reader, wrong), u64{300});
    EXPECT_EQ(wrong, u64{0});
    EXPECT(!reader.peek());
}

SPILE_TEST(ring_reader, snapshot_takes_nothing)
{
    Box<Ring> ring = make_ring(2);
    for (u64 id = 1; id <= 200; ++id)
        write(ring->lane(0), min_words, id);
    {
        ConsumingReader reader(*ring, 0);
        for (int i = 0; i < 10; ++i) {
            reader.peek();
            reader.advance();
        }
        EXPECT_EQ(id_of(*reader.peek()), u64{11}); // and left there
    }
    u64 wrong = 0;
    Box<SnapshotReader> snapshot = SnapshotReader::create(*ring, 0).take();
    EXPECT_EQ(id_of(*snapshot->peek()), u64{11});
    EXPECT_EQ(count_in_order(*snapshot, wrong), u64{190});
    EXPECT_EQ(ring->stats(0).entries, u64{190});
    ConsumingReader reader(*ring, 0);
    EXPECT_EQ(id_of(*reader.peek()), u64{11});
    EXPECT_EQ(count_in_order(reader, wrong), u64{190});
    EXPECT_EQ(wrong, u64{0});
}

SPILE_TEST(ring_reader, snapshot_ends_where_it_began)
{
    Box<Ring> ring = make_ring(8);
    write(ring->lane(0), min_words, 1);
    Box<SnapshotReader> snapshot = SnapshotReader::create(*ring).take();
    write(ring->lane(0), min_words, 2);
    EXPECT_EQ(id_of(*snapshot->peek()), u64{1});
    snapshot->advance();
    EXPECT(!snapshot->peek());
}

SPILE_TEST(ring_reader, snapshot_says_what_it_missed)
{
    Box<Ring> ring = make_ring(4);
    Lane &lane = ring->lane(0);
    u64 id = 0;
    while (id < 6 * least_per_page)
        write(lane, min_words, id++);
    Box<SnapshotReader> snapshot = SnapshotReader::create(*ring).take();
    // Older ones are overrun: no loss of this reader.
    EXPECT_EQ(id_of(*snapshot->peek()), u64{2 * least_per_page});
    EXPECT_EQ(snapshot->peek()->lost, u64{0});
    while (id < 8 * least_per_page + 1) // two sub-buffers behind the copied one go, and a third
        write(lane, min_words, id++);
    u64 last = 0, lost = 0, read = 0, wrong = 0;
    while (const Entry *entry = snapshot->peek()) {
        last = id_of(*entry);
        lost += entry->lost;
        wrong += !intact(*entry);
        ++read;
        snapshot->advance();
    }
    EXPECT_EQ(last, u64{6 * least_per_page - 1});
    EXPECT_EQ(lost, u64{2 * least_per_page});
    EXPECT_EQ(read, u64{2 * least_per_page});
    EXPECT_EQ(wrong, 0u);
}

SPILE_TEST(ring_reader, losses_are_told_where_they_are)
{
    Box<Ring> ring = make_ring(2);
    Lane &lane = ring->lane(0);
    for (u64 id = 0; id < 10; ++id)
        write(lane, min_words, id);
    Box<ConsumingReader> held = make_box<ConsumingReader>(*ring, 0).take();
    ConsumingReader &reader = *held;
    EXPECT_EQ(id_of(*reader.peek()), u64{0});
    reader.advance();
    for (u64 id = 10; id < 600; ++id)
        write(lane, min_words, id);
    u64 expected = 1, lost = 0;
    while (const Entry *entry = reader.peek()) {
        lost += entry->lost;
        EXPECT_EQ(id_of(*entry), expected + entry->lost);
        expected = id_of(*entry) + 1;
        reader.advance();
    }
    held.reset();
    EXPECT_EQ(expected, u64{600});
    // The reader's own, and what two sub-buffers hold.
    EXPECT_EQ(lost, u64{600 - least_per_page - (least_per_page + 600 % least_per_page)});
    EXPECT_EQ(lost, ring->stats(0).overrun);
}

SPILE_TEST(ring_reader, many_laps_behind)
{
    Box<Ring> ring = make_ring(3);
    Box<Tally> tally = make_box<Tally>().take();
    for (unsigned round = 0; round < 5; ++round) {
        for (u64 id = 0; id < 1500; ++id)
            tally->committed += write(ring->lane(0), min_words, round * 1500 + id);
        if (round % 2)
            tally->drain(*ring);
    }
    tally->drain(*ring);
    EXPECT(tally->agrees(ring->stats(0)));
    EXPECT_EQ(tally->lost_seen, ring->stats(0).overrun);
}

SPILE_TEST(ring_reader, times_are_exact)
{
    // From a nanosecond to years, and a clock that goes back stands still instead.
    const u64 steps[] = {0, 1, 5, (1u << 27) - 1, 1u << 27, u64{1} << 32, u64{1} << 55, u64{0} - 7};
    Box<Ring> ring = make_ring(4);
    Lane &lane = ring->lane(0);
    u64 times[400];
    u32 sizes[] = {min_words, 29, 30, 100};
    for (u64 id = 0; id < 400; ++id) {
        bool back = static_cast<i64>(steps[id % 8]) < 0;
        u64 before = lane.head.high;
        if (id % 8 == 6 && id > 50)
            continue;
        write(lane, sizes[id % 4], id, steps[id % 8]);
        times[id] = back ? before : before + steps[id % 8];
    }
    ConsumingReader reader(*ring, 0);
    u64 wrong = 0, count = 0;
    while (const Entry *entry = reader.peek()) {
        wrong += entry->time_ns != times[id_of(*entry)];
        ++count;
        reader.advance();
    }
    EXPECT_EQ(wrong, 0u);
    EXPECT(count > 60u);
}

SPILE_TEST(ring_reader, wakes_once_when_asked)
{
    Box<Ring> ring = make_ring(2);
    write(ring->lane(0), min_words, 1);
    EXPECT_EQ(ring->lane(0).wake, 0u);
    EXPECT(!ring->arm_wake(0)); // there is something: no need to wait
    ring->reset();
    EXPECT(ring->arm_wake());
    EXPECT_EQ(ring->lane(0).wake, 1u);
    Pending<> record(ring->lane(0), min_words);
    write(ring->lane(0), min_words, 2);
    EXPECT_EQ(ring->lane(0).wake, 1u); // not from within
    record.commit(3);
    EXPECT_EQ(ring->lane(0).wake, 0u);
}

} // namespace

SPILE_SUITE(ring_reader, merges_cpus_by_time, snapshot_takes_nothing,
            snapshot_ends_where_it_began, snapshot_says_what_it_missed,
            losses_are_told_where_they_are, many_laps_behind, times_are_exact,
            wakes_once_when_asked)

} // namespace spile::ring_test
