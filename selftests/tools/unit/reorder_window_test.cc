// SPDX-License-Identifier: GPL-2.0
#include "inject/reorder_window.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <random>

namespace spile::inject {

using Entry = ReorderWindow::Entry;

static const std::uint8_t *tag(std::size_t i)
{
    return reinterpret_cast<const std::uint8_t *>(i + 1);
}

TEST(ReorderWindow, GivesUpToTheLimitAndKeepsTheRest)
{
    ReorderWindow window;
    for (std::uint64_t time : {5, 3, 9, 1}) window.push(time, tag(time));
    window.note_latest();
    EXPECT_EQ(window.latest(), 9u);
    std::vector<std::uint64_t> times;
    window.flush(5, [&](const Entry &entry) { times.push_back(entry.time); });
    EXPECT_EQ(times, (std::vector<std::uint64_t>{1, 3, 5}));
    window.push(2, tag(2));
    times.clear();
    window.flush(100, [&](const Entry &entry) { times.push_back(entry.time); });
    EXPECT_EQ(times, (std::vector<std::uint64_t>{2, 9}));
    EXPECT_TRUE(window.empty());
}

// Whatever the pattern, the order is that of a stable sort.
TEST(ReorderWindow, SortsStably)
{
    std::mt19937 random(1);
    for (int pattern = 0; pattern < 40; ++pattern) {
        ReorderWindow window;
        std::vector<Entry> expected, got;
        std::uint64_t base = 0;
        std::size_t count = random() % 5000;
        for (std::size_t i = 0; i < count; ++i) {
            if (random() % (1 + static_cast<unsigned>(pattern) * 7) == 0) base = random() % 1000;
            std::uint64_t time = base++ / (1 + static_cast<unsigned>(pattern) % 3);
            window.push(time, tag(i));
            expected.push_back({time, tag(i)});
        }
        std::stable_sort(expected.begin(), expected.end(), [](auto &a, auto &b) { return a.time < b.time; });
        window.note_latest();
        if (count > 0) {
            EXPECT_EQ(window.latest(), expected.back().time);
            std::uint64_t half = window.median();
            window.flush(half, [&](const Entry &entry) { got.push_back(entry); });
            EXPECT_GT(got.size(), 0u);
        }
        window.flush(~std::uint64_t{0}, [&](const Entry &entry) { got.push_back(entry); });
        ASSERT_EQ(got.size(), expected.size());
        for (std::size_t i = 0; i < count; ++i) {
            ASSERT_EQ(got[i].time, expected[i].time) << i;
            ASSERT_EQ(got[i].bytes, expected[i].bytes) << i;
        }
    }
}

}  // namespace spile::inject
