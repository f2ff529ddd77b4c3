// SPDX-License-Identifier: GPL-2.0
// Writers that interrupt writers, at each step of the protocol.
#include "ring/reader.hh"

#include "selftests/unit/ring_writer.hh"
#include "selftests/unit/test.hh"

namespace spile::ring_test {
namespace {

// Where the outer writer is interrupted, and the one that interrupts it.
struct Interruption {
    int at_step = -1;     // after so many steps of the outer writer; -1: never
    int deeper_step = -1; // and after so many of the nested one, once more
    unsigned depth = 0;
    unsigned hits = 0;
    unsigned records = 0; // that each nested writer writes
    u32 words = 0;
    u64 next_id = 0;
    u64 step = 1;
    Lane *lane = nullptr;
    Tally *tally = nullptr;
};
constinit Interruption now;

struct Interrupt {
    static void put(u32 words)
    {
        if (write<Interrupt>(*now.lane, words, now.next_id++, now.step))
            ++now.tally->committed;
        else
            ++now.tally->refused;
    }
    static void at(RingStep)
    {
        int &countdown = now.depth == 0 ? now.at_step : now.deeper_step;
        if (now.depth > 1 || countdown < 0 || countdown-- > 0)
            return;
        ++now.hits;
        ++now.depth;
        for (unsigned i = 0; i < now.records; ++i)
            put(now.words);
        --now.depth;
    }
};

struct Case {
    u32 outer_words;
    u32 nested_words;
    unsigned nested_records;
    u32 start; // word of the sub-buffer where the outer writer begins
    u64 step;  // from one record's time to the next
    WhenFull mode;
};

bool published(const Lane &lane)
{
    Fill head(lane.head.low);
    return lane.committed_seq == head.seq() && lane.committing->seq == head.seq() &&
           lane.committing->page->commit == head.words() * 4;
}

// One outer writer writes three records; the nested one comes at `at_step`, and if
// `deeper` is not negative, another interrupts that one. False: there was no such step.
bool run(Ring &ring, Tally &tally, const Case &c, int at_step, int deeper, bool &agrees)
{
    Lane &lane = ring.lane(0);
    ring.set_when_full(WhenFull::overwrite);
    move_head(lane, c.start);
    ring.set_when_full(c.mode);
    ring.reset();
    tally = Tally();

    now = Interruption();
    now.lane = &lane;
    now.tally = &tally;
    now.records = c.nested_records;
    now.words = c.nested_words;
    now.step = c.step;
    now.at_step = at_step;
    now.deeper_step = deeper;
    for (int i = 0; i < 3; ++i)
        Interrupt::put(c.outer_words);
    bool reached = now.hits == (deeper < 0 ? 1u : 2u);
    now.at_step = now.deeper_step = -1;

    RingStats before = ring.stats(0);
    agrees = lane.nest == 0 && published(lane) && before.written == tally.committed &&
             before.entries + before.overrun == tally.committed;
    tally.drain(ring, 0);
    agrees = agrees && tally.agrees(ring.stats(0)) && tally.lost_seen == ring.stats(0).overrun;

    // It still works.
    for (int i = 0; i < 20; ++i)
        Interrupt::put(min_words);
    tally.drain(ring, 0);
    agrees = agrees && tally.agrees(ring.stats(0));
    return reached;
}

constexpr u32 sizes[] = {min_words, 250, page_words};
constexpr unsigned counts[] = {1, 9, 400};
constexpr unsigned deep_counts[] = {1, 200};
constexpr u32 rings[] = {2, 4};
// With the second, each record needs a time extension.
constexpr u64 steps[] = {1, u64{1} << 40};

SPILE_TEST(ring_nest, one_level_at_each_step)
{
    unsigned wrong = 0, runs = 0;
    Box<Tally> tally = make_box<Tally>().take();
    for (u32 count : rings) {
        Box<Ring> ring = make_ring(count);
        const u32 starts[] = {min_words, page_words - min_words, page_words};
        for (u32 outer : sizes)
            for (u32 nested : sizes)
                for (unsigned records : counts)
                    for (u32 start : starts)
                        for (u64 time_step : steps)
                            for (WhenFull mode : both_modes) {
                                Case c{outer, nested, records, start, time_step, mode};
                                bool agrees = true;
                                for (int step = 0; run(*ring, *tally, c, step, -1, agrees); ++step) {
                                    wrong += !agrees;
                                    ++runs;
                                }
                            }
    }
    EXPECT_EQ(wrong, 0u);
    EXPECT(runs > 5000u);
}

SPILE_TEST(ring_nest, two_levels_at_each_pair_of_steps)
{
    unsigned wrong = 0, runs = 0;
    Box<Tally> tally = make_box<Tally>().take();
    for (u32 count : rings) {
        Box<Ring> ring = make_ring(count);
        const u32 starts[] = {min_words, page_words - min_words};
        for (u32 start : starts)
            for (WhenFull mode : both_modes)
                for (unsigned records : deep_counts) {
                    Case c{250, min_words, records, start, 1, mode};
                    for (int step = 0; step < 40; ++step)
                        for (int deeper = 0; deeper < 20; ++deeper) {
                            bool agrees = true;
                            runs += run(*ring, *tally, c, step, deeper, agrees);
                            wrong += !agrees;
                        }
                }
    }
    EXPECT_EQ(wrong, 0u);
    EXPECT(runs > 1000u);
}

SPILE_TEST(ring_nest, only_the_outermost_publishes)
{
    Box<Ring> ring = make_ring(2);
    Lane &lane = ring->lane(0);
    Pending<> outer(lane, min_words);
    EXPECT(write(lane, min_words, 7));
    EXPECT_EQ(lane.committing->page->commit, 0u);
    outer.commit(6);
    EXPECT(published(lane));
    EXPECT_EQ(ring->stats(0).entries, u64{2});
}

SPILE_TEST(ring_nest, interrupted_writer_is_not_overrun)
{
    Box<Ring> ring = make_ring(2);
    Lane &lane = ring->lane(0);
    Pending<> outer(lane, min_words);
    unsigned written = 0;
    for (unsigned i = 0; i < 1000; ++i)
        written += write(lane, min_words, 100 + i);
    EXPECT_EQ(written, 2 * least_per_page - 1); // less the outer record
    EXPECT_EQ(ring->stats(0).commit_overrun, u64{1000 - written});
    outer.commit(6);
    Box<Tally> tally = make_box<Tally>().take();
    tally->drain(*ring);
    EXPECT_EQ(tally->read, u64{2 * least_per_page});
    EXPECT_EQ(tally->damaged, u64{0});
}

// A record taken back while others were reserved behind it, at each distance.
SPILE_TEST(ring_nest, discard_around_nested_writers)
{
    unsigned wrong = 0;
    Box<Tally> tally = make_box<Tally>().take();
    const u32 all_words[] = {min_words, 40, page_words};
    for (u32 words : all_words)
        for (unsigned nested = 0; nested < 3 * least_per_page; nested += nested < 3 ? 1 : 37)
            for (u64 step : steps) {
                Box<Ring> ring = make_ring(8);
                Lane &lane = ring->lane(0);
                *tally = Tally();
                tally->committed += write(lane, min_words, 1);
                Pending<> outer(lane, words, step);
                for (unsigned i = 0; i < nested; ++i)
                    tally->committed += write(lane, min_words, 10 + i, step);
                outer.discard();
                tally->committed += write(lane, min_words, 2);
                wrong += !published(lane) || ring->stats(0).entries != tally->committed;
                tally->drain(*ring);
                wrong += !tally->agrees(ring->stats(0)) || tally->committed != nested + 2;
            }
    EXPECT_EQ(wrong, 0u);
}

} // namespace

SPILE_SUITE(ring_nest, one_level_at_each_step, two_levels_at_each_pair_of_steps,
            only_the_outermost_publishes, interrupted_writer_is_not_overrun,
            discard_around_nested_writers)

} // namespace spile::ring_test
