// SPDX-License-Identifier: GPL-2.0
#include "inject/reorder_window.h"

#include <algorithm>

namespace spile::inject {

// Merges [first, middle) and [middle, last); of equal times the left one comes first.
static void merge(const ReorderWindow::Entry *first, const ReorderWindow::Entry *middle,
                  const ReorderWindow::Entry *last, ReorderWindow::Entry *to)
{
    const ReorderWindow::Entry *left = first, *right = middle;
    while (left != middle && right != last) {
        // Which side comes next is a coin toss: select without a branch.
        bool take_right = right->time < left->time;
        *to++ = *(take_right ? right : left);
        right += take_right;
        left += !take_right;
    }
    to = std::copy(left, middle, to);
    std::copy(right, last, to);
}

void ReorderWindow::sort()
{
    if (run_starts_.empty()) return;
    scratch_.resize(entries_.size());
    run_starts_.insert(run_starts_.begin(), 0);
    while (run_starts_.size() > 1) {
        std::size_t kept = 0;
        for (std::size_t i = 0; i < run_starts_.size(); i += 2) {
            auto start_of = [&](std::size_t run) { return run < run_starts_.size() ? run_starts_[run] : entries_.size(); };
            std::size_t first = start_of(i), middle = start_of(i + 1), last = start_of(i + 2);
            const Entry *from = entries_.data();
            merge(from + first, from + middle, from + last, scratch_.data() + first);
            run_starts_[kept++] = first;
        }
        run_starts_.resize(kept);
        entries_.swap(scratch_);
    }
    run_starts_.clear();
    last_time_ = entries_.back().time;
}

void ReorderWindow::note_latest() noexcept
{
    // Each run's last entry is its latest.
    for (std::size_t start : run_starts_) latest_ = std::max(latest_, entries_[start - 1].time);
    if (!entries_.empty()) latest_ = std::max(latest_, entries_.back().time);
}

void ReorderWindow::forget(std::size_t n)
{
    entries_.erase(entries_.begin(), entries_.begin() + static_cast<std::ptrdiff_t>(n));
    if (entries_.empty()) last_time_ = 0;
}

std::uint64_t ReorderWindow::median()
{
    sort();
    return entries_[entries_.size() / 2].time;
}

}  // namespace spile::inject
