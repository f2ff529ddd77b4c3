// SPDX-License-Identifier: GPL-2.0
// Readers: who sleeps until an instance has records: of any CPU, or of one alone.
#pragma once

#include "base/vec.hh"
#include "base/wait_queue.hh"
#include "glue/ring.h"

namespace spile {

class Readers {
  public:
    Readers() = default;
    // Errors: no_memory.
    static Result<Readers> create();

    const WaitQueue &of_ring() const { return ring_; }
    // Of a possible CPU.
    const WaitQueue &of_cpu(unsigned cpu) const { return cpus_[cpu]; }

    // `who`: SPILE_WAKE_*. Contexts: any, NMI included. Locks: none. Allocation: none.
    void wake(unsigned cpu, u32 who) const;
    // Everybody looks again: something else than records has changed. Contexts: as wake().
    void wake_all() const;

  private:
    WaitQueue ring_;
    Vec<WaitQueue> cpus_; // by CPU; none for impossible ones
};

} // namespace spile
