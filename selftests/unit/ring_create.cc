// SPDX-License-Identifier: GPL-2.0
// Rings that can and cannot be made.
#include "ring/reader.hh"

#include "selftests/fakes/fakes.hh"
#include "selftests/unit/ring_writer.hh"
#include "selftests/unit/test.hh"

namespace spile::ring_test {
namespace {

SPILE_TEST(ring_create, sizes)
{
    struct {
        u32 asked, made;
    } rows[] = {{1, 2}, {2, 2}, {3, 3}, {33, 33}};
    for (auto &row : rows) {
        Result<Box<Ring>> ring = Ring::create({row.asked, 0});
        ASSERT(ring.ok());
        EXPECT_EQ(ring.value()->geometry(0).count, row.made);
        EXPECT(ring.value()->empty());
    }
    EXPECT_EQ(Ring::create({0, 0}).error(), Errno::invalid);
    EXPECT_EQ(Ring::create({2, Ring::max_order + 1}).error(), Errno::invalid);
    EXPECT_EQ(Ring::create({~0u, 0}).error(), Errno::invalid);
    // Larger than the machine: no attempt is made.
    EXPECT_EQ(Ring::create({(1u << 28) - 1, 0}).error(), Errno::no_memory);
}

SPILE_TEST(ring_create, each_cpu_has_a_lane)
{
    Box<Ring> ring = make_ring(2);
    unsigned cpus = 0;
    for (unsigned cpu = spile_cpu_next(0); cpu < spile_cpu_limit(); cpu = spile_cpu_next(cpu + 1)) {
        EXPECT(write(ring->lane(cpu), min_words, ++cpus));
        EXPECT_EQ(ring->stats(cpu).entries, 1);
    }
    EXPECT_EQ(ring->stats(all_cpus).entries, cpus);
}

// `make` with each of its allocations failing, then with none.
template <typename Make> void fail_each(Make make)
{
    usize live = fakes::live_memory();
    for (usize nth = 1;; ++nth) {
        fakes::fail_allocation(nth);
        {
            auto made = make();
            if (!fakes::failed_allocations()) {
                EXPECT(made.ok());
                EXPECT(nth > 2);
                break;
            }
            EXPECT_EQ(made.error(), Errno::no_memory);
        }
        EXPECT_EQ(fakes::live_memory(), live);
    }
    fakes::fail_allocation(0);
    EXPECT_EQ(fakes::live_memory(), live);
}

SPILE_TEST(ring_create, each_allocation_may_fail)
{
    if (!fakes::memory_is_fake)
        SKIP("the kernel's memory does not fail on demand");
    fail_each([] { return Ring::create({4, 0}); });
    Box<Ring> ring = make_ring(2);
    write(ring->lane(0), min_words, 1);
    write(ring->lane(1), min_words, 2);
    fail_each([&] { return SnapshotReader::create(*ring); });
    EXPECT_EQ(ring->stats(all_cpus).entries, 2);
}

} // namespace

SPILE_SUITE(ring_create, sizes, each_cpu_has_a_lane, each_allocation_may_fail)

} // namespace spile::ring_test
