// SPDX-License-Identifier: GPL-2.0
// PidFilter: set_ftrace_pid, set_ftrace_notrace_pid and options/function-fork.
// The hit path sees one bit per CPU (Block::pid), set when the scheduler switches.
#pragma once

#include "ops/reaper.hh"
#include "tracer/target.hh"

namespace spile {

// One bit a pid. Bits change by atomic operations (fork and exit hooks).
class PidSet {
  public:
    // Errors: no_memory.
    static Result<Box<PidSet>> create();
    Result<Box<PidSet>> copy() const;
    ~PidSet() { spile_free(words_); }

    bool contains(u32 pid) const
    {
        return pid < limit_ && load_relaxed(words_[pid / 64]) >> pid % 64 & 1;
    }
    void add(u32 pid);
    void remove(u32 pid);
    // Smallest member that is not below `from`; limit() when there is none.
    u32 next(u32 from) const;
    bool empty() const { return next(0) == limit_; }
    u32 limit() const { return limit_; }

    Garbage garbage;

  private:
    u64 *words_ = nullptr;
    u32 limit_ = 0;
};

enum class PidList : u8 { only, never };

class PidFilter {
  public:
    PidFilter(TraceTarget &target, Reaper &reaper) : target_(target), reaper_(reaper) {}
    ~PidFilter();

    // Replaces a list; null empties it. Task context. Errors: what the scheduler
    // hooks say; the old list stays then.
    Result<void> set(PidList which, Box<PidSet> pids);
    const PidSet *get(PidList which) const { return load_acquire(lists_[index(which)]); }

    // Children of traced tasks are traced, and exited ones forgotten.
    Result<void> set_follow_fork(bool follow);
    bool follows_fork() const { return load_relaxed(follow_fork_); }

    // Scheduler hooks: preemption off.
    void on_switch(u32 next_pid, unsigned cpu);
    void on_fork(u32 parent, u32 child);
    void on_exit(u32 pid);

  private:
    static unsigned index(PidList which) { return static_cast<unsigned>(which); }
    bool ignores(u32 pid) const;
    Result<void> hook(bool wanted);

    TraceTarget &target_;
    Reaper &reaper_;
    PidSet *lists_[2] = {};
    bool follow_fork_ = false;
    bool hooked_ = false;
};

} // namespace spile
