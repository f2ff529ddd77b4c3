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
    u64 bytes = 0;
    u64 next_id = 0;
    Lane *lane = nullptr;
    Tally *tally = nullptr;
};
constinit Interruption now;

struct Interrupt {
    static void put(u64 bytes)
    {
        if (write<Interrupt>(*now.lane, bytes, now.next_id++))
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
            put(now.bytes);
        --now.depth;
    }
};

struct Case {
    u64 outer_bytes;
    u64 nested_bytes;
    unsigned nested_records;
    u64 start; // offset in the lane where the outer writer begins
    WhenFull mode;
};

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
    now.bytes = c.nested_bytes;
    now.at_step = at_step;
    now.deeper_step = deeper;
    for (int i = 0; i < 3; ++i)
        Interrupt::put(c.outer_bytes);
    bool reached = now.hits == (deeper < 0 ? 1u : 2u);
    now.at_step = now.deeper_step = -1;

    RingStats before = ring.stats(0);
    agrees = lane.nest == 0 && lane.committed == lane.head && before.written == tally.committed &&
             before.entries + before.overrun == tally.committed;
    tally.drain(ring, 0);
    agrees = agrees && tally.agrees(ring.stats(0)) && tally.lost_seen == ring.stats(0).overrun;

    // It still works.
    for (int i = 0; i < 20; ++i)
        Interrupt::put(min_bytes);
    tally.drain(ring, 0);
    agrees = agrees && tally.agrees(ring.stats(0));
    return reached;
}

constexpr u64 sizes[] = {min_bytes, 1000, block_bytes};
constexpr unsigned counts[] = {1, 9, 400};
constexpr unsigned deep_counts[] = {1, 200};
constexpr u32 rings[] = {2, 4};

SPILE_TEST(ring_nest, one_level_at_each_step)
{
    unsigned wrong = 0, runs = 0;
    Box<Tally> tally = make_box<Tally>().take();
    for (u32 blocks : rings) {
        Box<Ring> ring = Ring::create(blocks).take();
        const u64 starts[] = {0, 24, block_bytes - 24, blocks * block_bytes - 24};
        for (u64 outer : sizes)
            for (u64 nested : sizes)
                for (unsigned records : counts)
                    for (u64 start : starts)
                        for (WhenFull mode : both_modes) {
                            Case c{outer, nested, records, start, mode};
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
    for (u32 blocks : rings) {
        Box<Ring> ring = Ring::create(blocks).take();
        const u64 starts[] = {24, blocks * block_bytes - 24};
        for (u64 start : starts)
            for (WhenFull mode : both_modes)
                for (unsigned records : deep_counts) {
                    Case c{1000, 40, records, start, mode};
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
    Box<Ring> ring = Ring::create(2).take();
    Lane &lane = ring->lane(0);
    spile_record *outer = lane.reserve(32);
    EXPECT(write(lane, 32, 7));
    EXPECT_EQ(lane.committed, u64{0});
    EXPECT(ring->empty(0));
    fill_record(outer, 32, 6);
    lane.leave();
    EXPECT_EQ(lane.committed, u64{64});
    EXPECT_EQ(ring->stats(0).entries, u64{2});
}

SPILE_TEST(ring_nest, interrupted_writer_is_not_overrun)
{
    Box<Ring> ring = Ring::create(2).take();
    Lane &lane = ring->lane(0);
    spile_record *outer = lane.reserve(32);
    unsigned written = 0;
    for (unsigned i = 0; i < 1000; ++i)
        written += write(lane, 32, 100 + i);
    EXPECT_EQ(written, 255u); // two blocks of 128, less the outer record
    EXPECT_EQ(ring->stats(0).commit_overrun, u64{745});
    fill_record(outer, 32, 6);
    lane.leave();
    Box<Tally> tally = make_box<Tally>().take();
    tally->drain(*ring);
    EXPECT_EQ(tally->read, u64{256});
    EXPECT_EQ(tally->damaged, u64{0});
}

} // namespace

SPILE_SUITE(ring_nest, one_level_at_each_step, two_levels_at_each_pair_of_steps,
            only_the_outermost_publishes, interrupted_writer_is_not_overrun)

} // namespace spile::ring_test
