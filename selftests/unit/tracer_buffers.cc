// SPDX-License-Identifier: GPL-2.0
// An instance's rings: sizes, and the snapshot that exchanges them.
#include "tracer/buffers.hh"

#include "selftests/fakes/fakes.hh"
#include "selftests/unit/ring_writer.hh"
#include "selftests/unit/test.hh"

namespace spile::ring_test {
namespace {

Box<TraceBuffers> make_buffers(u64 kb = 64) { return TraceBuffers::create(kb, nullptr).take(); }

// As TraceTarget does it.
struct Writers {
    Ring *ring;
    bool write(u64 id) { return ring_test::write(ring->lane(0), min_words, id); }
    bool take(TraceBuffers &from)
    {
        return from.exchange([&](Ring &live) { ring = &live; });
    }
};

SPILE_TEST(tracer_buffers, sizes_are_those_that_were_asked_for)
{
    Box<TraceBuffers> buffers = make_buffers(1408);
    EXPECT_EQ(buffers->live().geometry(0).count, 354u);
    EXPECT_EQ(buffers->size_kb(0), 1408u);
    EXPECT(buffers->set_size_kb(all_cpus, 1).ok());
    EXPECT_EQ(buffers->size_kb(1), 1u);
    EXPECT_EQ(buffers->live().geometry(1).count, 2u);
    EXPECT(buffers->sizes_are_equal());
    EXPECT(buffers->set_size_kb(1, 100).ok());
    EXPECT(!buffers->sizes_are_equal());
    EXPECT_EQ(buffers->live().geometry(1).count, 26u);
    EXPECT_EQ(buffers->set_size_kb(0, 0).error(), Errno::invalid);
    const u64 sizes[] = {u64{1} << 33, ~u64{0}, ~u64{0} / 1024};
    for (u64 large : sizes)
        EXPECT_EQ(buffers->set_size_kb(0, large).error(), Errno::no_memory);
    EXPECT_EQ(buffers->size_kb(0), 1u);
}

SPILE_TEST(tracer_buffers, sub_buffers)
{
    Box<TraceBuffers> buffers = make_buffers();
    EXPECT_EQ(buffers->sub_buffer_kb(), 4u);
    EXPECT(buffers->set_sub_buffer_kb(9).ok());
    EXPECT_EQ(buffers->sub_buffer_kb(), 16u);
    EXPECT_EQ(buffers->live().geometry(0).count, 5u); // 64 KB and the headers
    EXPECT(buffers->set_sub_buffer_kb(512).ok());
    const u64 sizes[] = {0, 513, ~u64{0}};
    for (u64 wrong : sizes)
        EXPECT_EQ(buffers->set_sub_buffer_kb(wrong).error(), Errno::invalid);
    EXPECT_EQ(buffers->sub_buffer_kb(), 512u);
}

SPILE_TEST(tracer_buffers, a_snapshot_exchanges)
{
    Box<TraceBuffers> buffers = make_buffers();
    Writers writers{&buffers->live()};
    EXPECT(!buffers->use(Which::snapshot));
    EXPECT(!writers.take(*buffers));
    for (u64 id = 0; id < 10; ++id)
        writers.write(id);
    EXPECT(buffers->allocate_snapshot().ok());
    EXPECT(writers.take(*buffers));
    writers.write(10);
    EXPECT_EQ(buffers->use(Which::snapshot)->stats(0).entries, 10u);
    EXPECT_EQ(buffers->use()->stats(0).entries, 1u);
    EXPECT(buffers->allocate_snapshot().ok()); // it stays
    EXPECT_EQ(buffers->use(Which::snapshot)->stats(0).entries, 10u);
    EXPECT(writers.take(*buffers));
    EXPECT_EQ(buffers->use()->stats(0).entries, 10u);
    {
        RingUse reading = buffers->use(Which::snapshot);
        EXPECT_EQ(buffers->free_snapshot().error(), Errno::busy);
        EXPECT(buffers->has_snapshot());
        EXPECT_EQ(reading->stats(0).entries, 1u);
    }
    EXPECT(buffers->free_snapshot().ok());
    EXPECT(buffers->free_snapshot().ok());
    EXPECT(!writers.take(*buffers));
    EXPECT_EQ(writers.ring, &buffers->live());
}

// A reader of the live ring keeps it when a snapshot was taken meanwhile.
SPILE_TEST(tracer_buffers, a_reader_stays_with_its_ring)
{
    Box<TraceBuffers> buffers = make_buffers();
    Writers writers{&buffers->live()};
    writers.write(1);
    RingUse reading = buffers->use();
    EXPECT(buffers->allocate_snapshot().ok());
    EXPECT(writers.take(*buffers));
    EXPECT_EQ(buffers->free_snapshot().error(), Errno::busy);
    EXPECT_EQ(reading->stats(0).entries, 1u);
    reading = RingUse();
    EXPECT(buffers->free_snapshot().ok());
}

SPILE_TEST(tracer_buffers, both_rings_follow)
{
    Box<TraceBuffers> buffers = make_buffers();
    Writers writers{&buffers->live()};
    EXPECT(buffers->set_size_kb(1, 20).ok());
    EXPECT(buffers->allocate_snapshot().ok());
    buffers->set_when_full(WhenFull::drop);
    for (int round = 0; round < 2; ++round) {
        EXPECT(writers.take(*buffers));
        EXPECT_EQ(writers.ring->geometry(1).count, 6u);
        EXPECT_EQ(writers.ring->geometry(0).count, 17u);
        EXPECT_EQ(writers.ring->when_full(), WhenFull::drop);
    }
    EXPECT(buffers->set_size_kb(all_cpus, 8).ok());
    EXPECT(writers.take(*buffers));
    EXPECT_EQ(writers.ring->geometry(1).count, 3u);
    EXPECT(buffers->set_sub_buffer_kb(8).ok());
    EXPECT(writers.take(*buffers));
    EXPECT_EQ(writers.ring->geometry(0).order, 1u);
}

SPILE_TEST(tracer_buffers, each_allocation_may_fail)
{
    if (!fakes::memory_is_fake)
        SKIP("the kernel's memory does not fail on demand");
    Box<TraceBuffers> buffers = make_buffers();
    auto walk = [&](auto change, auto holds) {
        for (usize nth = 1;; ++nth) {
            usize live = fakes::live_memory();
            fakes::fail_allocation(nth);
            Result<void> done = change();
            if (!fakes::failed_allocations()) {
                EXPECT(done.ok());
                EXPECT(nth > 2);
                break;
            }
            EXPECT_EQ(done.error(), Errno::no_memory);
            EXPECT_EQ(fakes::live_memory(), live);
            holds();
        }
        fakes::fail_allocation(0);
    };
    walk([&] { return buffers->allocate_snapshot(); }, [&] { EXPECT(!buffers->has_snapshot()); });
    walk([&] { return buffers->set_size_kb(all_cpus, 200); },
         [&] {
             EXPECT_EQ(buffers->size_kb(0), 64u);
             EXPECT_EQ(buffers->use()->geometry(0).count, 17u);
             EXPECT_EQ(buffers->use(Which::snapshot)->geometry(0).count, 17u);
         });
    walk([&] { return buffers->set_sub_buffer_kb(32); },
         [&] { EXPECT_EQ(buffers->sub_buffer_kb(), 4u); });
}

} // namespace

SPILE_SUITE(tracer_buffers, sizes_are_those_that_were_asked_for, sub_buffers,
            a_snapshot_exchanges, a_reader_stays_with_its_ring, both_rings_follow,
            each_allocation_may_fail)

} // namespace spile::ring_test
