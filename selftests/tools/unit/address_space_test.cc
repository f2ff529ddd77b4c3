// SPDX-License-Identifier: GPL-2.0
#include "inject/address_space.h"

#include <gtest/gtest.h>
#include <map>
#include <random>

#include "inject/processes.h"

namespace spile::inject {

TEST(AddressSpace, FindsOnlyInsideMappings)
{
    AddressSpace space;
    EXPECT_EQ(space.find(5), nullptr);
    space.insert({10, 20, 1, 0});
    EXPECT_EQ(space.find(9), nullptr);
    EXPECT_EQ(space.find(10)->dso, 1u);
    EXPECT_EQ(space.find(19)->dso, 1u);
    EXPECT_EQ(space.find(20), nullptr);
}

TEST(AddressSpace, ANewMappingLeavesTheEndsOfWhatItCovers)
{
    AddressSpace space;
    space.insert({10, 40, 1, 0});
    space.insert({20, 30, 2, 0});
    EXPECT_EQ(space.find(19)->dso, 1u);
    EXPECT_EQ(space.find(20)->dso, 2u);
    EXPECT_EQ(space.find(30)->dso, 1u);
    EXPECT_EQ(space.find(30)->start, 30u);
    EXPECT_EQ(space.size(), 3u);
}

TEST(AddressSpace, IgnoresEmptyMappings)
{
    AddressSpace space;
    space.insert({10, 10, 1, 0});
    EXPECT_EQ(space.size(), 0u);
}

TEST(AddressSpace, AgreesWithAPlainModel)
{
    std::mt19937 random(3);
    for (std::uint64_t span : {200u, 5000u, 400000u}) {
        AddressSpace space;
        std::vector<std::uint32_t> model(span + 1000, 0);
        for (std::uint32_t i = 1; i <= 3000; ++i) {
            std::uint64_t start = random() % span, length = random() % 1000 % (span / 10);
            space.insert({start, start + length, i, 0});
            for (std::uint64_t a = start; a < start + length; ++a) model[a] = i;
        }
        for (std::uint64_t a = 0; a < model.size(); ++a) {
            const Mapping *found = space.find(a);
            ASSERT_EQ(found == nullptr ? 0 : found->dso, model[a]) << "span " << span << " address " << a;
        }
    }
}

TEST(Processes, AChildKeepsWhatItInherited)
{
    Processes processes;
    processes.map(1, {0, 100, 1, 0});
    processes.fork(2, 1);
    processes.map(1, {0, 100, 2, 0});
    EXPECT_EQ(processes.find(2)->find(50)->dso, 1u);
    EXPECT_EQ(processes.find(1)->find(50)->dso, 2u);
    processes.map(2, {200, 300, 3, 0});
    EXPECT_EQ(processes.find(1)->find(250), nullptr);
}

TEST(Processes, AReusedPidStartsAnew)
{
    Processes processes;
    processes.map(1, {0, 100, 1, 0});
    processes.map(2, {500, 600, 2, 0});
    processes.fork(2, 1);
    EXPECT_EQ(processes.find(2)->find(550), nullptr);
    EXPECT_EQ(processes.find(2)->find(50)->dso, 1u);
    processes.start_empty(2);
    EXPECT_EQ(processes.find(2), nullptr);
    processes.fork(3, 99);
    EXPECT_EQ(processes.find(3), nullptr);
}

}  // namespace spile::inject
