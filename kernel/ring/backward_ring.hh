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
#include "ring/backward_copy.hh"
#include "ring/stats.hh"

namespace spile {

class BackwardRing {
  public:
    // `bytes` for each CPU that is online, rounded down to a power of two; others get theirs
    // by bring_up(). Errors: no_memory, invalid (more than BackwardLane::max_size).
    static Result<Box<BackwardRing>> create(u64 bytes);
    // No writer and no reader may be left.
    ~BackwardRing();
    BackwardRing(const BackwardRing &) = delete;
    BackwardRing &operator=(const BackwardRing &) = delete;

    // Of a possible CPU. Writers: see backward.hh for the contract. Another one only after
    // bring_up().
    BackwardLane &lane(unsigned cpu) const { return *lanes_[cpu]; }
    u64 size() const { return size_; }

    // --- Task context. `cpu` is a possible CPU.

    // A CPU is about to come up: nothing is written there. Errors: no_memory; all that it
    // records is then lost (counted).
    Result<void> bring_up(unsigned cpu);

    RingStats stats(unsigned cpu);
    // Forgets all records that are complete now; the counts begin anew.
    void reset(unsigned cpu);

    // When pause() returns, nothing is written any more, until as many calls of resume().
    void pause(unsigned cpu);
    void resume(unsigned cpu);

    // What is there now. Where writers are so fast that nothing of a copy remains, they are
    // paused for one. Errors: no_memory.
    Result<Box<BackwardCopy>> copy(unsigned cpu);

  private:
    BackwardRing() = default;
    template <typename T, typename... Args> friend Result<Box<T>> make_box(Args &&...args);
    static Result<BackwardLane *> make_lane(unsigned cpu, u64 size);
    Result<void> allocate();

    u64 size_ = 0;
    Mutex mutex_{"spile backward ring"};
    Vec<BackwardLane *> lanes_; // by CPU; null for impossible ones
};

} // namespace spile
