// SPDX-License-Identifier: GPL-2.0
// What is written, read, overwritten, dropped, discarded and refused adds up.
#include "ring/reader.hh"

#include "selftests/unit/ring_writer.hh"
#include "selftests/unit/test.hh"

namespace spile::ring_test {
namespace {

SPILE_TEST(ring_account, wraps_at_every_record_size)
{
    unsigned wrong = 0;
    Box<Tally> tally = make_box<Tally>().take();
    Box<Ring> ring = make_ring(2);
    for (WhenFull mode : both_modes) {
        ring->set_when_full(mode);
        for (u32 words = min_words; words <= page_words; ++words) {
            *tally = Tally();
            ring->reset();
            u64 count = 6 * page_words / words + 5;
            for (u64 id = 0; id < count; ++id)
                write(ring->lane(0), words, id) ? ++tally->committed : ++tally->refused;
            tally->drain(*ring);
            RingStats stats = ring->stats(0);
            wrong += !tally->agrees(stats) || tally->lost_seen != stats.overrun;
            // At least a sub-buffer's worth is kept, and the reader has one of its own.
            u64 per_page = page_words / words;
            wrong += tally->read < per_page || tally->read > 3 * per_page;
            wrong += (mode == WhenFull::overwrite) != (stats.dropped == 0);
        }
    }
    EXPECT_EQ(wrong, 0u);
}

SPILE_TEST(ring_account, sub_buffers_of_every_order)
{
    for (u32 order = 0; order <= Ring::max_order; ++order) {
        Box<Ring> ring = make_ring(2, order);
        Box<Tally> tally = make_box<Tally>().take();
        u32 room = ring->geometry(0).room_bytes() / 4;
        for (u64 id = 0; id < 3 * (room / 509); ++id)
            tally->committed += write(ring->lane(0), 509, id);
        tally->drain(*ring);
        EXPECT(tally->agrees(ring->stats(0)));
        *tally = Tally();
        ring->reset();
        tally->committed += write(ring->lane(0), room, 1);
        EXPECT(!write(ring->lane(0), room + 1, 2));
        EXPECT_EQ(ring->stats(0).refused, 1u);
        // As many records as there can be: their count has its limit, too.
        u64 small = 2 * (room / min_event_words);
        for (u64 i = 0; i < small; ++i)
            ring->lane(1).reserve(min_event_words, [] { return u64{5}; }) ? ring->lane(1).leave()
                                                                         : void();
        EXPECT_EQ(ring->stats(1).entries, small);
        EXPECT_EQ(ring->stats(1).overrun, 0u);
    }
}

SPILE_TEST(ring_account, overwriting_keeps_the_newest_in_order)
{
    constexpr u64 kept = 3 * least_per_page + 2000 % least_per_page;
    Box<Ring> ring = make_ring(4);
    for (u64 id = 0; id < 2000; ++id)
        write(ring->lane(1), min_words, id);
    RingStats stats = ring->stats(1);
    EXPECT_EQ(stats.written, u64{2000});
    EXPECT_EQ(stats.overrun, 2000 - kept);
    EXPECT_EQ(stats.entries, kept);
    EXPECT_EQ(stats.oldest_ns, 2000 - kept + 1);
    EXPECT_EQ(stats.bytes, kept * min_words * 4);
    ConsumingReader reader(*ring);
    u64 next = 2000 - kept, wrong = 0;
    while (const Entry *entry = reader.peek()) {
        wrong += entry->lost != (next == 2000 - kept ? 2000 - kept : 0);
        wrong += id_of(*entry) != next++ || entry->cpu != 1;
        reader.advance();
    }
    EXPECT_EQ(next, u64{2000});
    EXPECT_EQ(wrong, u64{0});
}

SPILE_TEST(ring_account, dropping_keeps_the_oldest)
{
    Box<Ring> ring = make_ring(2);
    ring->set_when_full(WhenFull::drop);
    unsigned taken = 0;
    for (u64 id = 0; id < 1000; ++id)
        taken += write(ring->lane(0), min_words, id);
    EXPECT_EQ(taken, 2 * least_per_page);
    EXPECT_EQ(ring->stats(0).dropped, u64{1000 - taken});
    {
        ConsumingReader reader(*ring);
        EXPECT_EQ(id_of(*reader.peek()), u64{0});
        reader.advance();
    }
    // The reader has taken the whole first sub-buffer aside, so there is room for one.
    for (u64 id = 0; id < 1000; ++id)
        taken += write(ring->lane(0), min_words, 1000 + id);
    EXPECT_EQ(taken, 3 * least_per_page);
    RingStats stats = ring->stats(0);
    EXPECT_EQ(stats.entries, u64{3 * least_per_page - 1});
    EXPECT_EQ(stats.read, u64{1});
    EXPECT_EQ(stats.overrun, u64{0});
    ring->set_when_full(WhenFull::overwrite);
    EXPECT(write(ring->lane(0), min_words, 5000));
}

SPILE_TEST(ring_account, discard_gives_the_room_back)
{
    Box<Ring> ring = make_ring(2);
    Lane &lane = ring->lane(0);
    const u64 steps[] = {3, u64{1} << 50}; // the second needs a time extension, which stays
    for (u64 step : steps) {
        write(lane, min_words, 1);
        U64Pair head = lane.head;
        Pending<> record(lane, 26, step);
        record.discard();
        u32 extension = fits_delta(step) ? 0 : time_extend_words;
        EXPECT_EQ(used_words(lane), Fill(head.low).words() + extension);
        EXPECT_EQ(Fill(lane.head.low).events(), Fill(head.low).events());
        EXPECT_EQ(lane.head.high, extension ? head.high + step - 1 : head.high);
        EXPECT_EQ(lane.committing->page->commit, u64{used_words(lane)} * 4);
    }
    // One that another record follows becomes padding.
    u32 used = used_words(lane);
    Pending<> record(lane, 26);
    write(lane, min_words, 4);
    record.discard();
    EXPECT_EQ(used_words(lane), used + 26 + min_words);
    EXPECT_EQ(ring->stats(0).entries, u64{3});
    Box<Tally> tally = make_box<Tally>().take();
    tally->committed = 3;
    tally->drain(*ring);
    EXPECT_EQ(tally->damaged, 0u);
    EXPECT_EQ(ring->stats(0).read, 3u);

    // Discards at every place of a lap leave the counts and the times right.
    ring->reset();
    *tally = Tally();
    for (u64 id = 0; id < 3000; ++id) {
        Pending<> outer(lane, min_words + id % 50, 1 + id % 7);
        bool nested = id % 3 == 0 && write(lane, min_words, id);
        tally->committed += nested;
        if (outer)
            outer.discard();
    }
    tally->drain(*ring);
    EXPECT(tally->agrees(ring->stats(0)));
    EXPECT_EQ(tally->committed, u64{1000});
}

SPILE_TEST(ring_account, too_large_is_refused)
{
    Box<Ring> ring = make_ring(2);
    Lane &lane = ring->lane(0);
    EXPECT(!write(lane, page_words + 1, 1));
    EXPECT(!write(lane, event_words(~0u - 3), 1));
    EXPECT_EQ(ring->stats(0).refused, u64{2});
    EXPECT_EQ(lane.nest, 0u);
    EXPECT(write(lane, page_words, 1));
    EXPECT_EQ(ring->stats(0).entries, u64{1});
}

SPILE_TEST(ring_account, reset_forgets)
{
    for (WhenFull mode : both_modes) {
        Box<Ring> ring = make_ring(2);
        ring->set_when_full(mode);
        for (u64 id = 0; id < 700; ++id)
            write(ring->lane(0), min_words, id);
        {
            ConsumingReader reader(*ring);
            reader.peek();
            reader.advance();
        }
        write(ring->lane(0), page_words + 1, 1);
        ring->reset();
        RingStats stats = ring->stats(0);
        EXPECT_EQ(stats.entries + stats.written + stats.overrun + stats.read + stats.refused, u64{0});
        EXPECT_EQ(stats.bytes + stats.oldest_ns + stats.dropped, u64{0});
        EXPECT(ring->empty());
        EXPECT(write(ring->lane(0), min_words, 9));
        {
            ConsumingReader reader(*ring);
            const Entry *entry = reader.peek();
            EXPECT(entry && id_of(*entry) == 9 && entry->lost == 0);
        }
        // All the room is there again.
        for (u64 id = 10; id < 10 + least_per_page; ++id)
            EXPECT(write(ring->lane(0), min_words, id));
        // Of one CPU only.
        write(ring->lane(1), min_words, 10);
        ring->reset(0);
        EXPECT_EQ(ring->stats(all_cpus).entries, u64{1});
    }
}

SPILE_TEST(ring_account, counts_survive_their_wrap)
{
    Box<Ring> ring = make_ring(3);
    Lane &lane = ring->lane(0);
    // As after 2^32 - 3 sub-buffers.
    lane.committing->seq = lane.committed_seq = ~2u;
    lane.head.low = Fill::begin(~2u, 0, 0).raw();
    lane.limit = Fill::limit(~2u, page_words).raw();
    for (u32 i = 0; i < 3; ++i)
        lane.slots[i] = i ? Slot::taken(~2u + i - 3, i).raw() : Slot::full(~2u, 0).raw();
    ring->buffer(0).consumer().buffer()->seq = ~3u;
    Box<Tally> tally = make_box<Tally>().take();
    for (u64 id = 0; id < 1500; ++id) {
        tally->committed += write(lane, min_words, id);
        if (id == 100 || id == 3 * least_per_page + 10) // wraps here
            tally->drain(*ring);
    }
    EXPECT(lane.committed_seq < 10);
    tally->drain(*ring);
    RingStats stats = ring->stats(0);
    EXPECT(tally->agrees(stats));
    EXPECT_EQ(tally->lost_seen, stats.overrun);
}

} // namespace

SPILE_SUITE(ring_account, wraps_at_every_record_size, sub_buffers_of_every_order,
            overwriting_keeps_the_newest_in_order, dropping_keeps_the_oldest,
            discard_gives_the_room_back, too_large_is_refused, reset_forgets,
            counts_survive_their_wrap)

} // namespace spile::ring_test
