// SPDX-License-Identifier: GPL-2.0
// Changing the size of a ring that has records in it.
#include "ring/reader.hh"

#include "selftests/fakes/fakes.hh"
#include "selftests/unit/ring_writer.hh"
#include "selftests/unit/test.hh"

namespace spile::ring_test {
namespace {

constexpr u32 sizes[] = {2, 3, 5, 8, 40};
constexpr u64 fills[] = {0, 20, 300, 5 * least_per_page, 3000};
constexpr unsigned reads[] = {0, 1, 200};

// Resizes at each fill level, with and without a reader in the middle: what fits stays, the
// rest is overrun, and the ring goes on.
SPILE_TEST(ring_resize, keeps_what_fits)
{
    unsigned wrong = 0;
    Box<Tally> tally = make_box<Tally>().take();
    for (u32 from : sizes)
        for (u32 to : sizes)
            for (u64 before : fills)
                for (unsigned read_first : reads)
                    for (WhenFull mode : both_modes) {
                        Box<Ring> ring = make_ring(from);
                        ring->set_when_full(mode);
                        Lane &lane = ring->lane(0);
                        *tally = Tally();
                        u64 id = 0;
                        auto put = [&](u64 count) {
                            for (u64 end = id + count; id < end; ++id)
                                write(lane, min_words, id) ? ++tally->committed : ++tally->refused;
                        };
                        put(before);
                        {
                            ConsumingReader reader(*ring, 0);
                            for (unsigned i = 0; i < read_first && reader.peek(); ++i) {
                                tally->read_one(*reader.peek());
                                reader.advance();
                            }
                        }
                        RingStats old = ring->stats(0);
                        wrong += !ring->resize(0, to).ok();
                        RingStats now = ring->stats(0);
                        wrong += now.written != old.written || now.read != old.read ||
                                 now.entries + now.overrun != old.entries + old.overrun;
                        wrong += to >= from && now.entries != old.entries;
                        wrong += now.entries > (to + 1) * least_per_page;
                        put(500);
                        tally->drain(*ring);
                        wrong += !tally->agrees(ring->stats(0)) ||
                                 tally->lost_seen != ring->stats(0).overrun;
                    }
    EXPECT_EQ(wrong, 0u);
}

SPILE_TEST(ring_resize, of_one_cpu_or_all)
{
    Box<Ring> ring = make_ring(4);
    EXPECT(ring->resize(1, 9).ok());
    EXPECT_EQ(ring->geometry(0).count, 4u);
    EXPECT_EQ(ring->geometry(1).count, 9u);
    EXPECT_EQ(ring->lane(1).count, 9u);
    EXPECT(ring->resize(all_cpus, 1).ok());
    EXPECT_EQ(ring->lane(0).count, 2u); // the least
    EXPECT_EQ(ring->lane(1).count, 2u);
    EXPECT_EQ(ring->resize(0, 0).error(), Errno::invalid);
    EXPECT_EQ(ring->lane(0).count, 2u);
}

SPILE_TEST(ring_resize, a_snapshot_goes_on)
{
    Box<Ring> ring = make_ring(8);
    for (u64 id = 0; id < 5 * least_per_page; ++id)
        write(ring->lane(0), min_words, id);
    const u32 others[] = {3, 20};
    for (u32 to : others) {
        Box<SnapshotReader> snapshot = SnapshotReader::create(*ring, 0).take();
        u64 entries = ring->stats(0).entries, seen = 0, wrong = 0;
        EXPECT(snapshot->peek() != nullptr);
        EXPECT(ring->resize(0, to).ok());
        while (const Entry *entry = snapshot->peek()) {
            seen += 1 + entry->lost;
            wrong += !intact(*entry);
            snapshot->advance();
        }
        EXPECT_EQ(seen, entries);
        EXPECT_EQ(wrong, 0u);
    }
}

SPILE_TEST(ring_resize, another_order_begins_anew)
{
    Box<Ring> ring = make_ring(3);
    Lane &lane = ring->lane(0);
    for (u64 id = 0; id < 400; ++id)
        write(lane, min_words, id);
    Box<SnapshotReader> snapshot = SnapshotReader::create(*ring, 0).take();
    EXPECT(ring->set_order(2, 5).ok());
    EXPECT_EQ(lane.buffer_bytes(), 16384u);
    RingStats stats = ring->stats(0);
    EXPECT_EQ(stats.written + stats.entries + stats.overrun, 0u);
    Box<Tally> tally = make_box<Tally>().take();
    for (u64 id = 0; id < 8000; ++id)
        tally->committed += write(lane, min_words, id);
    while (snapshot->peek())
        snapshot->advance();
    tally->drain(*ring);
    EXPECT(tally->agrees(ring->stats(0)));
    EXPECT(ring->set_order(0, 5).ok());
    EXPECT(write(lane, min_words, 1));
    EXPECT_EQ(ring->set_order(Ring::max_order + 1, 5).error(), Errno::invalid);
}

SPILE_TEST(ring_resize, a_clock_may_go_back)
{
    for (u64 before : fills) {
        Box<Ring> ring = make_ring(3);
        Lane &lane = ring->lane(0);
        for (u64 id = 0; id < before; ++id)
            write(lane, min_words, id, u64{1} << 33);
        ring->reset();
        EXPECT(ring->empty());
        u64 time = 0;
        for (u64 now = 1; now < 500; ++now) {
            void *payload = lane.reserve(min_words, [&] { return time = now; });
            fill_record(payload, min_words, now, now);
            lane.leave();
        }
        u64 next = 500 - ring->stats(0).entries, wrong = 0;
        ConsumingReader reader(*ring, 0);
        for (; const Entry *entry = reader.peek(); reader.advance())
            wrong += entry->time_ns != next++ || !intact(*entry);
        EXPECT_EQ(wrong, 0u);
        EXPECT_EQ(next, 500u);
    }
}

SPILE_TEST(ring_resize, each_allocation_may_fail)
{
    if (!fakes::memory_is_fake)
        SKIP("the kernel's memory does not fail on demand");
    Box<Ring> ring = make_ring(3);
    for (u64 id = 0; id < 400; ++id)
        write(ring->lane(0), min_words, id);
    RingStats before = ring->stats(0);
    for (usize nth = 1;; ++nth) {
        usize live = fakes::live_memory();
        fakes::fail_allocation(nth);
        Result<void> resized = ring->resize(all_cpus, 6);
        if (!fakes::failed_allocations())
            break;
        EXPECT_EQ(resized.error(), Errno::no_memory);
        EXPECT_EQ(fakes::live_memory(), live);
        EXPECT_EQ(ring->geometry(1).count, 3u);
        EXPECT_EQ(ring->lane(1).count, 3u);
        EXPECT_EQ(ring->stats(0).entries, before.entries);
    }
    fakes::fail_allocation(0);
    EXPECT_EQ(ring->lane(1).count, 6u);
    EXPECT_EQ(ring->resize(0, 1u << 27).error(), Errno::no_memory);
}

} // namespace

SPILE_SUITE(ring_resize, keeps_what_fits, of_one_cpu_or_all, a_snapshot_goes_on,
            another_order_begins_anew, a_clock_may_go_back, each_allocation_may_fail)

} // namespace spile::ring_test
