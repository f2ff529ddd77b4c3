// SPDX-License-Identifier: GPL-2.0
// BackwardCopy: the records of one lane as they were at one moment.
#pragma once

#include "base/box.hh"
#include "base/span.hh"
#include "ring/backward_walk.hh"

namespace spile {

class BackwardCopy {
  public:
    // Room for what is in `lane`. Errors: no_memory.
    static Result<Box<BackwardCopy>> create(const BackwardLane &lane);
    ~BackwardCopy() { spile_free(bytes_); }
    BackwardCopy(const BackwardCopy &) = delete;
    BackwardCopy &operator=(const BackwardCopy &) = delete;

    // Copies what is committed. Writers may be at work: the oldest records that they overwrite
    // meanwhile are left out. False: that was all of them.
    bool take(const BackwardLane &lane);

    // Newest first.
    BackwardWalk walk() const { return {bytes_, count_}; }
    // Takes out padding and what was cut off; what is left is whole records, end to end.
    void compact();
    Span<const u8> bytes() const { return {bytes_, count_}; }

  private:
    BackwardCopy() = default;
    template <typename T, typename... Args> friend Result<Box<T>> make_box(Args &&...args);

    u8 *bytes_ = nullptr;
    usize count_ = 0;
};

} // namespace spile
