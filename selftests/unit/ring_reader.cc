// SPDX-License-Identifier: GPL-2.0
// Reading: order over CPUs, what stays and what goes, losses told in their place.
#include "ring/consumer.hh"
#include "ring/reader.hh"

#include "selftests/unit/ring_writer.hh"
#include "selftests/unit/test.hh"

namespace spile::ring_test {
namespace {

template <typename Reader> u64 count_in_order(Reader &reader, u64 &wrong)
{
    u64 count = 0, last = 0;
    while (const Entry *entry = reader.peek()) {
        wrong += entry->time_ns() < last || !intact(*entry);
        last = entry->time_ns();
        ++count;
        reader.advance();
    }
    return count;
}

SPILE_TEST(ring_reader, merges_cpus_by_time)
{
    Box<Ring> ring = Ring::create(8).take();
    unsigned cpus = spile_cpu_next(1) < spile_cpu_limit() ? 2 : 1;
    for (u64 id = 1; id <= 300; ++id)
        write(ring->lane((id * 7 / 3) % cpus), 24 + id % 5 * 8, id);
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
    Box<Ring> ring = Ring::create(2).take();
    for (u64 id = 1; id <= 200; ++id)
        write(ring->lane(0), 32, id);
    {
        ConsumingReader reader(*ring, 0);
        for (int i = 0; i < 10; ++i) {
            reader.peek();
            reader.advance();
        }
        EXPECT_EQ(reader.peek()->time_ns(), u64{11}); // and left there
    }
    u64 wrong = 0;
    Box<SnapshotReader> snapshot = SnapshotReader::create(*ring, 0).take();
    EXPECT_EQ(snapshot->peek()->time_ns(), u64{11});
    EXPECT_EQ(count_in_order(*snapshot, wrong), u64{190});
    EXPECT_EQ(ring->stats(0).entries, u64{190});
    ConsumingReader reader(*ring, 0);
    EXPECT_EQ(reader.peek()->time_ns(), u64{11});
    EXPECT_EQ(count_in_order(reader, wrong), u64{190});
    EXPECT_EQ(wrong, u64{0});
}

SPILE_TEST(ring_reader, snapshot_ends_where_it_began)
{
    Box<Ring> ring = Ring::create(8).take();
    write(ring->lane(0), 32, 1);
    Box<SnapshotReader> snapshot = SnapshotReader::create(*ring).take();
    write(ring->lane(0), 32, 2);
    EXPECT_EQ(snapshot->peek()->time_ns(), u64{1});
    snapshot->advance();
    EXPECT(!snapshot->peek());
}

SPILE_TEST(ring_reader, snapshot_says_that_it_was_overtaken)
{
    Box<Ring> ring = Ring::create(2).take();
    for (u64 id = 1; id <= 400; ++id)
        write(ring->lane(0), 32, id);
    Box<SnapshotReader> snapshot = SnapshotReader::create(*ring).take();
    EXPECT_EQ(snapshot->peek()->time_ns(), u64{257}); // older ones are overrun: no loss of ours
    EXPECT_EQ(snapshot->peek()->lost, u64{0});
    EXPECT_EQ(snapshot->peek()->time_ns(), u64{257});
    for (u64 id = 401; id <= 520; ++id) // overwrites the block behind the copied one
        write(ring->lane(0), 32, id);
    u64 last = 0, lost = 0;
    while (const Entry *entry = snapshot->peek()) {
        last = entry->time_ns();
        lost += entry->lost == lost_unknown;
        snapshot->advance();
    }
    EXPECT_EQ(last, u64{400});
    EXPECT_EQ(lost, u64{0}); // 385..400 lie in a block that was not taken over
}

SPILE_TEST(ring_reader, losses_are_told_where_they_are)
{
    Box<Ring> ring = Ring::create(2).take();
    Lane &lane = ring->lane(0);
    for (u64 id = 0; id < 10; ++id)
        write(lane, 32, id);
    ConsumingReader reader(*ring, 0);
    EXPECT_EQ(reader.peek()->time_ns(), u64{0});
    reader.advance();
    for (u64 id = 10; id < 600; ++id)
        write(lane, 32, id);
    u64 expected = 1, lost = 0;
    while (const Entry *entry = reader.peek()) {
        lost += entry->lost;
        if (entry->time_ns() != expected)
            EXPECT_EQ(entry->time_ns(), expected + entry->lost);
        else
            EXPECT_EQ(entry->lost, u64{0});
        expected = entry->time_ns() + 1;
        reader.advance();
    }
    EXPECT_EQ(expected, u64{600});
    EXPECT_EQ(lost, lane.overrun);
    EXPECT(lost > 0u);
}

SPILE_TEST(ring_reader, many_laps_behind)
{
    Box<Ring> ring = Ring::create(4).take();
    Box<Tally> tally = make_box<Tally>().take();
    for (unsigned round = 0; round < 5; ++round) {
        for (u64 id = 0; id < 1500; ++id)
            tally->committed += write(ring->lane(0), 24, round * 1500 + id);
        if (round % 2)
            tally->drain(*ring);
    }
    tally->drain(*ring);
    EXPECT(tally->agrees(ring->stats(0)));
    EXPECT_EQ(tally->lost_seen, ring->stats(0).overrun);
}

SPILE_TEST(ring_reader, wakes_once_when_asked)
{
    Box<Ring> ring = Ring::create(2).take();
    write(ring->lane(0), 32, 1);
    EXPECT_EQ(ring->lane(0).wake, 0u);
    EXPECT(!ring->arm_wake(0)); // there is something: no need to wait
    ring->reset();
    EXPECT(ring->arm_wake());
    EXPECT_EQ(ring->lane(0).wake, 1u);
    spile_record *record = ring->lane(0).reserve(32);
    write(ring->lane(0), 32, 2);
    EXPECT_EQ(ring->lane(0).wake, 1u); // not from within
    fill_record(record, 32, 3);
    ring->lane(0).leave();
    EXPECT_EQ(ring->lane(0).wake, 0u);
}

SPILE_TEST(ring_reader, function_record)
{
    Box<Ring> ring = Ring::create(2).take();
    u64 context = u64{0x21} << 40 | u64{0x08} << 32 | 4321;
    EXPECT(ring->write_function(spile_cpu_offset(0), context, 99, 0x1234, 0x5678));
    ConsumingReader reader(*ring);
    const Entry *entry = reader.peek();
    EXPECT(entry && entry->type() == RecordType::function);
    EXPECT_EQ(entry->context(), context);
    EXPECT_EQ(entry->pid(), 4321u);
    EXPECT_EQ(entry->time_ns(), u64{99});
    EXPECT_EQ(entry->payload_bytes(), 16u);
    EXPECT_EQ(entry->payload<spile_record_function>()->ip, u64{0x1234});
    EXPECT_EQ(entry->payload<spile_record_function>()->parent_ip, u64{0x5678});
}

} // namespace

SPILE_SUITE(ring_reader, merges_cpus_by_time, snapshot_takes_nothing,
            snapshot_ends_where_it_began, snapshot_says_that_it_was_overtaken,
            losses_are_told_where_they_are, many_laps_behind, wakes_once_when_asked,
            function_record)

} // namespace spile::ring_test
