// SPDX-License-Identifier: GPL-2.0
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

namespace spile::inject {

// Records that wait for their turn in time.
//
// Records of many CPUs arrive as runs, each rising in time. The window notes
// where a run ends, and merges runs pairwise when asked to sort, so that sorting
// costs as many passes as the logarithm of the number of runs; a single run
// costs none. Records of equal time keep their order.
class ReorderWindow {
public:
    struct Entry {
        std::uint64_t time;
        const std::uint8_t *bytes;
    };

    void push(std::uint64_t time, const std::uint8_t *bytes)
    {
        if (time < last_time_) run_starts_.push_back(entries_.size());
        last_time_ = time;
        entries_.push_back({time, bytes});
    }

    [[nodiscard]] bool empty() const noexcept { return entries_.empty(); }
    [[nodiscard]] std::size_t size() const noexcept { return entries_.size(); }
    [[nodiscard]] std::uint64_t latest() const noexcept { return latest_; }
    void note_latest() noexcept;

    // Calls emit(entry) for all entries up to and including `limit`, in order of
    // time, and forgets them.
    template <typename Emit>
    void flush(std::uint64_t limit, Emit &&emit)
    {
        sort();
        std::size_t n = 0;
        while (n < entries_.size() && entries_[n].time <= limit) emit(entries_[n++]);
        forget(n);
    }

    // The time that splits the waiting entries in halves. Not on an empty window.
    [[nodiscard]] std::uint64_t median();

private:
    void sort();
    void forget(std::size_t n);

    std::vector<Entry> entries_;
    std::vector<Entry> scratch_;
    std::vector<std::size_t> run_starts_;  // of the second and later runs
    std::uint64_t last_time_ = 0;
    std::uint64_t latest_ = 0;
};

}  // namespace spile::inject
