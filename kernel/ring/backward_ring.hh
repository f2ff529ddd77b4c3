// SPDX-License-Identifier: GPL-2.0
// BackwardRing: a backward lane for each CPU, that any context may write, NMIs included,
// without lock, locked instruction or indirect call. It always overwrites, and whoever
// knows the head of a lane can read it, newest first.
//
// For each CPU, exactly, whenever no writer is inside:
//   records written = records there to be read + overwritten
//   records tried   = written + discarded + lost (nested, paused, too large, closed)
//
// Documentation/ring-backward.md tells the protocol.
#pragma once

#include "base/box.hh"
#include "base/mutex.hh"
#include "base/vec.hh"
#include "glue/cpus.h"
#include "ring/backward_copy.hh"
#include "ring/each_cpu.hh"
#include "ring/stats.hh"

namespace spile {

// Tells the writers of a CPU which lane is theirs. When a CPU's lane becomes another one, as it
// is about to come up, it has no writers.
struct LanePublisher {
    void (*publish)(void *context, unsigned cpu, BackwardLane &lane) = nullptr;
    void *context = nullptr;
};

class BackwardRing {
  public:
    // For each possible CPU the size of its data, rounded down to a power of two. Memory for
    // each that is online; others get theirs when they come up, and what they record is lost
    // (counted) where there is none. Errors: no_memory, invalid (more than
    // BackwardLane::max_size).
    static Result<Box<BackwardRing>> create(Vec<u64> bytes_by_cpu);
    // No writer and no reader may be left.
    ~BackwardRing();
    BackwardRing(const BackwardRing &) = delete;
    BackwardRing &operator=(const BackwardRing &) = delete;

    // Of a possible CPU. Writers: see backward.hh for the contract.
    BackwardLane &lane(unsigned cpu) const { return *load_acquire(lanes_[cpu]); }

    // --- Task context. `cpu` is a possible CPU, or, but for copy(), all_cpus.

    // From here on the publisher is told of each CPU's lane, and first of all that there are.
    void publish_to(LanePublisher publisher);

    RingStats stats(unsigned cpu);
    // Forgets all records that are complete now; the counts begin anew.
    void reset(unsigned cpu = all_cpus);

    // When pause() returns, nothing is written any more, until as many calls of resume().
    void pause(unsigned cpu);
    void resume(unsigned cpu);

    // What is there now. Where writers are so fast that nothing of a copy remains, they are
    // paused for one. Errors: no_memory.
    Result<Box<BackwardCopy>> copy(unsigned cpu);

  private:
    BackwardRing() = default;
    template <typename T, typename... Args> friend Result<Box<T>> make_box(Args &&...args);
    Result<void> allocate(Vec<u64> bytes_by_cpu);
    Result<void> add_lane(unsigned cpu, u64 size);
    Result<void> bring_up(unsigned cpu);
    RingStats stats_of(BackwardLane &lane);

    LanePublisher publisher_;
    Mutex mutex_{"spile backward ring"};
    Vec<u64> sizes_;            // by CPU
    Vec<BackwardLane *> lanes_; // by CPU; null for impossible ones
    spile_cpu_watch *watch_ = nullptr;
};

} // namespace spile
