// SPDX-License-Identifier: GPL-2.0
#pragma once
#include <chrono>
#include <cstdint>

namespace spile::inject {

// A line on standard error that tells how far the work is: events, MB/s and,
// when the length is known, the time left. Shown only on a terminal, and only
// when the work takes longer than a moment.
class Progress {
public:
    // `total_bytes` is 0 when not known.
    explicit Progress(std::uint64_t total_bytes);
    ~Progress();

    // Cheap enough to call once per chunk of input.
    void update(std::uint64_t events, std::uint64_t bytes)
    {
        if (shown_) tick(events, bytes);
    }

private:
    using Clock = std::chrono::steady_clock;
    void tick(std::uint64_t events, std::uint64_t bytes);

    bool shown_;
    bool drawn_ = false;
    std::uint64_t total_bytes_;
    Clock::time_point start_, next_;
};

}  // namespace spile::inject
