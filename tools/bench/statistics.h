// SPDX-License-Identifier: GPL-2.0
#pragma once
#include <cmath>

namespace spile::bench {

// Running mean and the standard error of that mean (what perf prints after +-).
// Source: B. P. Welford, Note on a method for calculating corrected sums of
// squares and products, 1962.
class Statistics {
public:
    void add(double value)
    {
        ++count_;
        double delta = value - mean_;
        mean_ += delta / count_;
        squares_ += delta * (value - mean_);
    }
    [[nodiscard]] double mean() const { return mean_; }
    [[nodiscard]] double error() const { return count_ < 2 ? 0 : std::sqrt(squares_ / (count_ - 1) / count_); }

private:
    double count_ = 0, mean_ = 0, squares_ = 0;
};

}  // namespace spile::bench
