// SPDX-License-Identifier: GPL-2.0
// sched:sched_switch, recorded in an instance's ring. The scheduler hooks that
// pid filters need anyway bring its fields.
#pragma once

#include "base/mutex.hh"
#include "tracer/target.hh"
#include "uapi/spile/record.h"

namespace spile {

class SchedSwitch {
  public:
    explicit SchedSwitch(TraceTarget &target) : target_(target) {}
    ~SchedSwitch() { (void)enable(false); }

    // Task context. Errors: those of spile_sched_hooks_get().
    Result<void> enable(bool on);
    bool enabled() const { return load_relaxed(into_) != Into::nothing; }

    // Contexts: the scheduler's tracepoint, preemption off. No lock, no allocation.
    void record(const spile_record_sched_switch &what, usize cpu_offset);

  private:
    enum class Into : u8 { nothing, forward, backward };
    template <Direction direction>
    void write(const spile_record_sched_switch &what, usize cpu_offset);

    TraceTarget &target_;
    Mutex mutex_{"spile sched switch"};
    Into into_ = Into::nothing;
};

} // namespace spile
