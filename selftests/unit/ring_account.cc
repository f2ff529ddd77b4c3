// SPDX-License-Identifier: GPL-2.0
// What is written, read, overwritten, dropped, discarded and refused adds up.
#include "ring/consumer.hh"
#include "ring/reader.hh"

#include "selftests/unit/ring_writer.hh"
#include "selftests/unit/test.hh"

namespace spile::ring_test {
namespace {

SPILE_TEST(ring_account, wraps_at_every_record_size)
{
    unsigned wrong = 0;
    Box<Tally> tally = make_box<Tally>().take();
    Box<Ring> ring = Ring::create(2).take();
    for (WhenFull mode : both_modes) {
        ring->set_when_full(mode);
        for (u64 bytes = sizeof(spile_record); bytes <= block_bytes; bytes += 8) {
            *tally = Tally();
            ring->reset();
            u64 count = 6 * block_bytes / bytes + 5;
            for (u64 id = 0; id < count; ++id)
                write(ring->lane(0), bytes, id) ? ++tally->committed : ++tally->refused;
            tally->drain(*ring);
            RingStats stats = ring->stats(0);
            wrong += !tally->agrees(stats) || tally->lost_seen != stats.overrun;
            // Between one and two blocks' worth is kept, and the newest when overwriting.
            u64 per_block = block_bytes / bytes;
            wrong += tally->read < per_block || tally->read > 2 * per_block;
            wrong += (mode == WhenFull::overwrite) != (stats.dropped == 0);
        }
    }
    EXPECT_EQ(wrong, 0u);
}

SPILE_TEST(ring_account, overwriting_keeps_the_newest_in_order)
{
    Box<Ring> ring = Ring::create(4).take();
    for (u64 id = 0; id < 2000; ++id)
        write(ring->lane(1), 32, id);
    RingStats stats = ring->stats(1);
    EXPECT_EQ(stats.written, u64{2000});
    EXPECT_EQ(stats.overrun, u64{2000 - 464}); // 15 blocks of 128 filled, 80 in the 16th
    EXPECT_EQ(stats.entries, u64{464});
    EXPECT_EQ(stats.oldest_ns, u64{2000 - 464});
    EXPECT_EQ(stats.bytes, u64{464 * 32});
    ConsumingReader reader(*ring);
    u64 next = 2000 - 464, wrong = 0;
    while (const Entry *entry = reader.peek()) {
        wrong += entry->lost != (next == 2000 - 464 ? 2000 - 464 : 0);
        wrong += entry->time_ns() != next++ || entry->cpu != 1;
        reader.advance();
    }
    EXPECT_EQ(next, u64{2000});
    EXPECT_EQ(wrong, u64{0});
}

SPILE_TEST(ring_account, dropping_keeps_the_oldest)
{
    Box<Ring> ring = Ring::create(2).take();
    ring->set_when_full(WhenFull::drop);
    unsigned taken = 0;
    for (u64 id = 0; id < 1000; ++id)
        taken += write(ring->lane(0), 32, id);
    EXPECT_EQ(taken, 256u);
    EXPECT_EQ(ring->stats(0).dropped, u64{744});
    {
        // Half a block read is no block free.
        ConsumingReader reader(*ring);
        EXPECT_EQ(reader.peek()->time_ns(), u64{0});
        reader.advance();
    }
    // The reader has taken the whole first block aside, so there is room for one.
    for (u64 id = 0; id < 1000; ++id)
        taken += write(ring->lane(0), 32, 1000 + id);
    EXPECT_EQ(taken, 256u + 128u);
    RingStats stats = ring->stats(0);
    EXPECT_EQ(stats.entries, u64{256 + 128 - 1});
    EXPECT_EQ(stats.read, u64{1});
    EXPECT_EQ(stats.overrun, u64{0});
    ring->set_when_full(WhenFull::overwrite);
    EXPECT(write(ring->lane(0), 32, 5000));
}

SPILE_TEST(ring_account, discard_gives_the_room_back)
{
    Box<Ring> ring = Ring::create(2).take();
    Lane &lane = ring->lane(0);
    write(lane, 32, 1);
    u64 head = lane.head;
    void *payload = ring->reserve(spile_cpu_offset(0), RecordType::raw, 100, 0, 2);
    ring->discard(spile_cpu_offset(0), payload);
    EXPECT_EQ(lane.head, head);
    EXPECT_EQ(lane.committed, head);

    // One that another record follows becomes padding.
    payload = ring->reserve(spile_cpu_offset(0), RecordType::raw, 100, 0, 3);
    write(lane, 32, 4);
    ring->discard(spile_cpu_offset(0), payload);
    EXPECT(lane.head > head + 100);
    RingStats stats = ring->stats(0);
    EXPECT_EQ(stats.entries, u64{2});
    Box<Tally> tally = make_box<Tally>().take();
    tally->committed = 2;
    tally->drain(*ring);
    EXPECT(tally->agrees(ring->stats(0)));

    // Discards at every place of a lap leave the counts right.
    ring->reset();
    *tally = Tally();
    for (u64 id = 0; id < 3000; ++id) {
        payload = ring->reserve(spile_cpu_offset(0), RecordType::raw, 40 + id % 100, 0, id);
        bool nested = id % 3 == 0 && write(lane, 48, id);
        tally->committed += nested;
        if (payload)
            ring->discard(spile_cpu_offset(0), payload);
    }
    tally->drain(*ring);
    EXPECT(tally->agrees(ring->stats(0)));
    EXPECT_EQ(tally->committed, u64{1000});
}

SPILE_TEST(ring_account, too_large_is_refused)
{
    Box<Ring> ring = Ring::create(2).take();
    unsigned long cpu = spile_cpu_offset(0);
    EXPECT(!ring->reserve(cpu, RecordType::raw, max_payload_bytes + 1, 0, 0));
    EXPECT(!ring->reserve(cpu, RecordType::raw, ~0u, 0, 0));
    EXPECT_EQ(ring->stats(0).refused, u64{2});
    EXPECT_EQ(ring->lane(0).nest, 0u);
    EXPECT(ring->reserve(cpu, RecordType::raw, max_payload_bytes, 0, 0));
    ring->commit(cpu);
    EXPECT_EQ(ring->stats(0).entries, u64{1});
}

SPILE_TEST(ring_account, reset_forgets)
{
    Box<Ring> ring = Ring::create(2).take();
    for (u64 id = 0; id < 700; ++id)
        write(ring->lane(0), 40, id);
    {
        ConsumingReader reader(*ring);
        reader.peek();
        reader.advance();
    }
    ring->reserve(spile_cpu_offset(0), RecordType::raw, ~0u, 0, 0);
    ring->reset();
    RingStats stats = ring->stats(0);
    EXPECT_EQ(stats.entries + stats.written + stats.overrun + stats.read + stats.refused, u64{0});
    EXPECT_EQ(stats.bytes + stats.oldest_ns, u64{0});
    EXPECT(ring->empty());
    write(ring->lane(0), 40, 9);
    {
        ConsumingReader reader(*ring);
        const Entry *entry = reader.peek();
        EXPECT(entry && entry->time_ns() == 9 && entry->lost == 0);
    }
    // Of one CPU only.
    write(ring->lane(1), 40, 10);
    ring->reset(0);
    EXPECT_EQ(ring->stats(all_cpus).entries, u64{1});
}

SPILE_TEST(ring_account, counts_survive_their_wrap)
{
    Box<Ring> ring = Ring::create(2).take();
    Lane &lane = ring->lane(0);
    // As after 2^32 - 3 events in the first block, all of them gone.
    lane.events[0] = ~2u;
    lane.states[0] = lane_state(0, ~2u);
    ring->consumer(0).visit(0, ~2u, false);
    ring->reset();
    Box<Tally> tally = make_box<Tally>().take();
    for (u64 id = 0; id < 1000; ++id) {
        tally->committed += write(lane, 32, id);
        if (id == 100 || id == 110) { // wraps here, by reading
            tally->drain(*ring);
            EXPECT_EQ(tally->read, id + 1);
        }
    }
    EXPECT_EQ(state_lap(lane.states[0]), 3u); // no carry from the count into the lap
    tally->drain(*ring);
    RingStats stats = ring->stats(0);
    EXPECT(tally->agrees(stats));
    EXPECT_EQ(tally->lost_seen, stats.overrun);
}

} // namespace

SPILE_SUITE(ring_account, wraps_at_every_record_size, overwriting_keeps_the_newest_in_order,
            dropping_keeps_the_oldest, discard_gives_the_room_back, too_large_is_refused,
            reset_forgets, counts_survive_their_wrap)

} // namespace spile::ring_test
