// SPDX-License-Identifier: GPL-2.0
// Rings that can and cannot be made.
#include "ring/reader.hh"

#include "selftests/unit/ring_writer.hh"
#include "selftests/unit/test.hh"

namespace spile::ring_test {
namespace {

SPILE_TEST(ring_create, sizes)
{
    struct {
        u32 asked, made;
    } rows[] = {{1, 2}, {2, 2}, {3, 4}, {4, 4}, {5, 8}, {33, 64}};
    for (auto &row : rows) {
        Result<Box<Ring>> ring = Ring::create(row.asked);
        ASSERT(ring.ok());
        EXPECT_EQ(ring.value()->blocks_per_cpu(), row.made);
        EXPECT_EQ(ring.value()->bytes_per_cpu(), row.made * block_bytes);
        EXPECT(ring.value()->empty());
    }
    EXPECT_EQ(Ring::create(0).error(), Errno::invalid);
    EXPECT_EQ(Ring::create((1u << 20) + 1).error(), Errno::invalid);
    EXPECT_EQ(Ring::create(~0u).error(), Errno::invalid);
}

SPILE_TEST(ring_create, each_cpu_has_a_lane)
{
    Box<Ring> ring = Ring::create(2).take();
    unsigned cpus = 0;
    for (unsigned cpu = spile_cpu_next(0); cpu < spile_cpu_limit(); cpu = spile_cpu_next(cpu + 1)) {
        EXPECT(write(ring->lane(cpu), 32, ++cpus));
        EXPECT_EQ(ring->stats(cpu).entries, 1);
    }
    EXPECT_EQ(ring->stats(all_cpus).entries, cpus);
}

} // namespace

SPILE_SUITE(ring_create, sizes, each_cpu_has_a_lane)

} // namespace spile::ring_test
