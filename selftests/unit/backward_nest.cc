// SPDX-License-Identifier: GPL-2.0
// Backward writers that interrupt writers, and a reader that looks, at each step of the
// protocol.
#include "ring/backward.hh"

#include "selftests/unit/backward_writer.hh"
#include "selftests/unit/test.hh"

namespace spile::backward_test {
namespace {

// Where the outer writer is interrupted, and the one that interrupts it.
struct Interruption {
    int at_step = -1;     // after so many steps of the outer writer; -1: never
    int deeper_step = -1; // and after so many of the nested one, once more
    unsigned depth = 0;
    unsigned hits = 0;
    unsigned records = 0; // that each nested writer writes
    unsigned discards = 0; // one in so many is taken back; 0: none
    u32 words = 0;
    u64 bad_looks = 0;
    bool looks = false; // a reader looks at each step
    u64 clock = 0;
    unsigned turn = 0;
    BackwardLane *lane = nullptr;
    Model *model = nullptr;
    BackwardCopy *copy = nullptr;
};
constinit Interruption now;

struct Interrupt {
    static void put(u32 words)
    {
        Pending<Interrupt> record(*now.lane, *now.model, words, now.clock);
        if (!record)
            return;
        if (now.discards && ++now.turn % now.discards == 0)
            record.discard();
        else
            record.commit();
    }
    static void at(BackwardStep)
    {
        if (now.looks)
            now.bad_looks += now.model->look(*now.copy) == ~u64{0};
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
    u32 left; // words to the memory's begin, where the outer writer begins
    unsigned discards;
    bool full; // of records, before that
};

struct Bench {
    Box<BackwardRing> ring = make_backward(ring_bytes).take();
    BackwardLane &lane = ring->lane(0);
    Box<Model> model = make_box<Model>().take();
    Box<BackwardCopy> copy = BackwardCopy::create(lane).take();

    void begin()
    {
        ring->reset(0);
        model->begin(lane);
    }
};

// One outer writer writes three records; the nested one comes at `at_step`, and if
// `deeper` is not negative, another interrupts that one. False: there was no such step.
bool run(Bench &bench, const Case &c, int at_step, int deeper, bool looks, bool &agrees)
{
    now = Interruption();
    now.lane = &bench.lane;
    now.model = bench.model.get();
    now.copy = bench.copy.get();
    bench.begin();
    for (unsigned i = 0; c.full && i < ring_words / least_words; ++i)
        write(bench.lane, *bench.model, least_words, now.clock);
    move_head(bench.lane, *bench.model, c.left, now.clock);
    if (!c.full)
        bench.begin();

    now.records = c.nested_records;
    now.words = c.nested_words;
    now.discards = c.discards;
    now.at_step = at_step;
    now.deeper_step = deeper;
    now.looks = looks;
    for (int i = 0; i < 3; ++i)
        Interrupt::put(c.outer_words);
    bool reached = now.hits == (deeper < 0 ? 1u : 2u);
    now.at_step = now.deeper_step = -1;
    now.looks = false;
    agrees = now.bad_looks == 0 && bench.model->agrees(*bench.ring, *bench.copy);

    // It still works.
    now.discards = 0;
    for (int i = 0; i < 20; ++i)
        Interrupt::put(least_words);
    agrees = agrees && bench.model->agrees(*bench.ring, *bench.copy);
    return reached;
}

constexpr u32 sizes[] = {least_words, 250, ring_words / 2 + 1, ring_words};
constexpr u32 lefts[] = {least_words, least_words - 1, 1, 2 * least_words, ring_words};
constexpr unsigned counts[] = {1, 9, 400};
constexpr bool both[] = {false, true};
constexpr unsigned discards[] = {0, 1, 2, 3};

SPILE_TEST(backward_nest, one_level_at_each_step)
{
    unsigned wrong = 0, runs = 0;
    Bench bench;
    for (u32 outer : sizes)
        for (u32 nested : sizes)
            for (unsigned records : counts)
                for (u32 left : lefts)
                    for (unsigned discard : discards)
                        for (bool full : both) {
                            Case c{outer, nested, records, left, discard, full};
                            bool agrees = true;
                            for (int step = 0; run(bench, c, step, -1, false, agrees); ++step) {
                                wrong += !agrees;
                                ++runs;
                            }
                        }
    EXPECT_EQ(wrong, 0u);
    EXPECT(runs > 10000u);
}

SPILE_TEST(backward_nest, two_levels_at_each_pair_of_steps)
{
    unsigned wrong = 0, runs = 0;
    Bench bench;
    const u32 some[] = {least_words, 250};
    const unsigned deep_counts[] = {1, 150};
    for (u32 nested : some)
        for (u32 left : lefts)
            for (unsigned records : deep_counts)
                for (unsigned discard : discards) {
                    Case c{250, nested, records, left, discard, true};
                    for (int step = 0; step < 40; ++step)
                        for (int deeper = 0; deeper < 20; ++deeper) {
                            bool agrees = true;
                            runs += run(bench, c, step, deeper, false, agrees);
                            wrong += !agrees;
                        }
                }
    EXPECT_EQ(wrong, 0u);
    EXPECT(runs > 5000u);
}

// What a reader finds is sound wherever the writers stand.
SPILE_TEST(backward_nest, a_look_at_each_step)
{
    unsigned wrong = 0;
    Bench bench;
    const u32 outers[] = {250, ring_words};
    const u32 some[] = {least_words, 250};
    const unsigned few[] = {1, 30};
    for (u32 outer : outers)
        for (u32 nested : some)
            for (u32 left : lefts)
                for (unsigned records : few)
                    for (unsigned discard : discards)
                        for (int deeper = -1; deeper < 8; deeper += 4) {
                            Case c{outer, nested, records, left, discard, true};
                            bool agrees = true;
                            for (int step = 0; run(bench, c, step, deeper, true, agrees); ++step)
                                wrong += !agrees;
                        }
    EXPECT_EQ(wrong, 0u);
}

SPILE_TEST(backward_nest, only_the_outermost_publishes)
{
    Bench bench;
    bench.model->begin(bench.lane);
    Pending<> outer(bench.lane, *bench.model, least_words, now.clock);
    EXPECT(write(bench.lane, *bench.model, least_words, now.clock));
    EXPECT_EQ(bench.lane.control.committed, 0);
    EXPECT_EQ(bench.model->look(*bench.copy), 0u);
    outer.commit();
    EXPECT_EQ(bench.lane.control.committed, bench.lane.control.head);
    EXPECT_EQ(bench.model->look(*bench.copy), 2u);
}

SPILE_TEST(backward_nest, an_interrupted_writer_is_not_overwritten)
{
    Bench bench;
    bench.model->begin(bench.lane);
    Pending<> outer(bench.lane, *bench.model, least_words, now.clock);
    unsigned written = 0;
    for (unsigned i = 0; i < 1000; ++i)
        written += write(bench.lane, *bench.model, least_words, now.clock);
    EXPECT_EQ(written, ring_words / least_words - 1); // less the outer record
    EXPECT_EQ(bench.ring->stats(0).commit_overrun, u64{1000} - written);
    outer.commit();
    EXPECT_EQ(bench.model->look(*bench.copy), u64{written} + 1);
    EXPECT(bench.model->agrees(*bench.ring, *bench.copy));
}

// A record taken back while others were reserved behind it, at each distance.
SPILE_TEST(backward_nest, discard_around_nested_writers)
{
    unsigned wrong = 0;
    Bench bench;
    const u32 all_words[] = {least_words, 40, ring_words / 2, ring_words};
    for (u32 words : all_words)
        for (u32 left : lefts)
            for (unsigned nested = 0; nested < 130; nested += nested < 3 ? 1 : 7) {
                bench.begin();
                move_head(bench.lane, *bench.model, left, now.clock);
                bench.begin();
                write(bench.lane, *bench.model, least_words, now.clock);
                Pending<> outer(bench.lane, *bench.model, words, now.clock);
                for (unsigned i = 0; i < nested; ++i)
                    write(bench.lane, *bench.model, least_words, now.clock);
                outer.discard();
                wrong += !bench.model->agrees(*bench.ring, *bench.copy);
                write(bench.lane, *bench.model, least_words, now.clock);
                wrong += !bench.model->agrees(*bench.ring, *bench.copy);
            }
    EXPECT_EQ(wrong, 0u);
}

} // namespace

SPILE_SUITE(backward_nest, one_level_at_each_step, two_levels_at_each_pair_of_steps,
            a_look_at_each_step, only_the_outermost_publishes,
            an_interrupted_writer_is_not_overwritten, discard_around_nested_writers)

} // namespace spile::backward_test
