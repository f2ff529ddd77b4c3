// SPDX-License-Identifier: GPL-2.0
// RecursionGuard: a hit inside a hit of the same context (task, softirq, IRQ,
// NMI) on the same CPU is counted and left out; another context may nest.
#pragma once

#include "arch/local.hh"
#include "base/atomic.hh"
#include "base/result.hh"
#include "glue/memory.h"

namespace spile {

// Per CPU; written by that CPU only.
struct HitCpu {
    u32 running = 0; // a bit for each context that is inside a hit
    u64 missed = 0;  // hits left out by recursion
};

// All CPUs' HitCpu.
class HitCpus {
  public:
    // Errors: no_memory.
    Result<void> create()
    {
        base_ = static_cast<char *>(spile_alloc_percpu(sizeof(HitCpu), alignof(HitCpu)));
        return base_ ? Result<void>(Ok{}) : Errno::no_memory;
    }
    ~HitCpus() { spile_free_percpu(base_); }

    HitCpu &at(usize cpu_offset) const { return *reinterpret_cast<HitCpu *>(base_ + cpu_offset); }
    u64 missed() const
    {
        u64 sum = 0;
        for (unsigned cpu = spile_cpu_next(0); cpu < spile_cpu_limit();
             cpu = spile_cpu_next(cpu + 1))
            sum += load_relaxed(at(spile_cpu_offset(cpu)).missed);
        return sum;
    }

  private:
    char *base_ = nullptr;
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
