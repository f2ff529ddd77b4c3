// SPDX-License-Identifier: GPL-2.0
// tracing_on, switched by several CPUs at once, as traceon and traceoff may do it. Host
// only (std::thread); built with the thread sanitizer and without: see tsan.mk.
#include "tracer/target.hh"

#include <atomic>
#include <thread>

#include <gtest/gtest.h>

namespace spile {
namespace {

TEST(Targets, in_the_end_every_cpu_does_what_the_switch_says)
{
    constexpr unsigned rounds = 100'000;
    Box<TraceTarget> target = TraceTarget::create(8).take();
    std::atomic<unsigned> arrived{0};
    unsigned wrong = 0;
    auto meet = [&](unsigned all) {
        ++arrived;
        while (arrived < all)
            std::this_thread::yield();
    };
    auto switcher = [&](bool on) {
        for (unsigned round = 0; round < rounds; ++round) {
            meet(6 * round + 2);
            target->set_on(on);
            meet(6 * round + 4);
            if (on)
                for (unsigned cpu : {0u, 1u, 3u})
                    wrong += target->is_blocked(cpu, Block::off) == target->is_on();
            meet(6 * round + 6);
        }
    };
    std::thread off(switcher, false);
    switcher(true);
    off.join();
    EXPECT_EQ(wrong, 0u);
}

} // namespace
} // namespace spile
