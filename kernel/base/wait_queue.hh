// SPDX-License-Identifier: GPL-2.0
// Owner of a queue of sleeping readers.
#pragma once

#include "atomic.hh"
#include "result.hh"
#include "glue/wait.h"

namespace spile {

class WaitQueue {
  public:
    WaitQueue() = default;
    // Errors: no_memory.
    static Result<WaitQueue> create();
    WaitQueue(WaitQueue &&other) : raw_(other.raw_) { other.raw_ = nullptr; }
    WaitQueue &operator=(WaitQueue &&other)
    {
        swap(raw_, other.raw_);
        return *this;
    }
    ~WaitQueue() { spile_wait_put(raw_); }

    // Hot: any context, NMI included; one load when nobody sleeps; no lock, no
    // allocation. Call it after what was written is visible to a reader of this CPU.
    void wake() const
    {
        compiler_barrier();
        if (load_relaxed(raw_->armed)) [[unlikely]]
            spile_wait_wake(raw_);
    }
    spile_wait *raw() const { return raw_; }

  private:
    explicit WaitQueue(spile_wait *raw) : raw_(raw) {}
    spile_wait *raw_ = nullptr;
};

} // namespace spile
