// SPDX-License-Identifier: GPL-2.0
// RecursionGuard: a hit inside a hit of the same context (task, softirq, IRQ,
// NMI) on the same CPU is counted and left out; another context may nest.
#pragma once

#include "arch/local.hh"
#include "base/atomic.hh"

namespace spile {

// Per CPU; written by that CPU only.
struct HitCpu {
    u32 running = 0; // a bit for each context that is inside a hit
    u64 missed = 0;  // hits left out by recursion
};

// Contexts: any, preemption off. A nested context sets and clears only its own
// bit before it returns, so plain loads and stores are enough.
class RecursionGuard {
  public:
    RecursionGuard(HitCpu &cpu, unsigned level) : cpu_(cpu), bit_(1u << level)
    {
        u32 running = cpu_.running;
        entered_ = !(running & bit_);
        if (!entered_) [[unlikely]] {
            local_add(cpu_.missed, 1);
            return;
        }
        cpu_.running = running | bit_;
        compiler_barrier();
    }
    ~RecursionGuard()
    {
        if (!entered_) [[unlikely]]
            return;
        compiler_barrier();
        cpu_.running = cpu_.running & ~bit_;
    }
    RecursionGuard(const RecursionGuard &) = delete;
    RecursionGuard &operator=(const RecursionGuard &) = delete;
    bool entered() const { return entered_; }

  private:
    HitCpu &cpu_;
    u32 bit_;
    bool entered_;
};

} // namespace spile
