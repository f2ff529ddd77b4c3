// SPDX-License-Identifier: GPL-2.0
// TraceTarget: where an instance's hits go, and what may hold them back. The
// part of an instance that the hit path reads.
#pragma once

#include "arch/local.hh"
#include "base/atomic.hh"
#include "clock/clock.hh"
#include "tracer/buffers.hh"
#include "tracer/readers.hh"

namespace spile {

// Why a CPU records nothing now; a set bit in TraceCpu::blocked.
enum class Block : u32 {
    off = 1,   // tracing_on is 0
    mask = 2,  // not in tracing_cpumask
    pid = 4,   // the running task is filtered out
    pause = 8, // somebody reads the trace, and it shall not change (pause-on-trace)
};

// Per CPU. Hits that reached the instance = recorded + lost (the ring counts
// both) + these.
struct TraceCpu {
    u32 blocked; // any CPU changes it, by atomic bit operations
    Lane *lane;  // where this CPU records; exchanged by a snapshot
    BackwardLane *backward; // the same while the instance records backward
    u64 filtered_off;
    u64 filtered_mask;
    u64 filtered_pid;
    u64 repeated;
    // The four as they were when the trace was emptied: only this CPU may change them.
    u64 off_then, mask_then, pid_then, repeated_then;
};

class TraceTarget {
  public:
    // Errors: no_memory.
    static Result<Box<TraceTarget>> create(u64 kb_per_cpu);
    ~TraceTarget();
    TraceTarget(const TraceTarget &) = delete;
    TraceTarget &operator=(const TraceTarget &) = delete;

    // --- Hit path: any context, preemption off.
    // False, and counted by its reason, when this CPU is held back.
    [[gnu::always_inline]] bool admits(usize cpu_offset)
    {
        TraceCpu &cpu = at(cpu_offset);
        u32 blocked = load_relaxed(cpu.blocked);
        if (!blocked) [[likely]]
            return true;
        count_blocked(cpu, blocked);
        return false;
    }
    // As admits(), for what is not about functions called by certain tasks, but by any:
    // events and function commands. set_ftrace_pid does not hold them back.
    bool admits_any_task(usize cpu_offset)
    {
        TraceCpu &cpu = at(cpu_offset);
        u32 blocked = load_relaxed(cpu.blocked) & ~static_cast<u32>(Block::pid);
        if (!blocked)
            return true;
        count_blocked(cpu, blocked);
        return false;
    }
    // This CPU's lane: reserve and commit in the same.
    [[gnu::always_inline]] Lane &lane(usize cpu_offset) { return *load_relaxed(at(cpu_offset).lane); }
    [[gnu::always_inline]] BackwardLane &backward_lane(usize cpu_offset)
    {
        return *load_relaxed(at(cpu_offset).backward);
    }
    // The time that a record made now is stamped with, by this instance's clock.
    [[gnu::always_inline]] u64 now(usize cpu_offset) const
    {
        return clock_.now(cpu_offset);
    }
    // What is recorded becomes the snapshot, and recording goes on in the other ring. False:
    // there is none.
    bool take_snapshot();
    // Bits of Extra (tracer/stack.hh).
    [[gnu::always_inline]] u32 extras() const { return load_relaxed(extras_); }
    // The switch works from any context: function commands use it.
    void set_on(bool on);
    bool is_on() const { return load_relaxed(on_); }

    // --- Any context.
    void set_block(unsigned cpu, Block reason, bool blocked);
    bool is_blocked(unsigned cpu, Block reason) const;

    // --- Task context.
    TraceBuffers &buffers() { return *buffers_; }
    Ring &ring() { return buffers_->live(); }
    Direction direction() const { return buffers_->direction(); }
    RingStats stats(unsigned cpu, Which which = Which::live);
    void set_extras(u32 extras) { store_relaxed(extras_, extras); }
    // A hit that is told by a later record alone (func-no-repeats). Hit path.
    void count_repeated(usize cpu_offset) { local_add(at(cpu_offset).repeated, 1); }
    // Holds back all CPUs; tracing_on does not tell.
    void set_paused(bool paused);
    // Empties the ring and starts all counts anew.
    void reset();
    // Empties a CPU's part of the ring.
    void reset_ring(unsigned cpu);
    // Empties the ring, too: times of two clocks do not compare.
    void set_clock(ClockKind clock);
    ClockKind clock() const { return clock_.kind(); }
    // When the ring was emptied last, by its clock: latency-format counts from there.
    u64 time_start() const { return load_relaxed(time_start_); }
    // Woken when records come for a reader that armed the ring, and by what ends readers.
    const Readers &readers() const { return readers_; }
    struct Filtered {
        u64 off, mask, pid, repeated;
    };
    Filtered filtered(unsigned cpu) const;

  private:
    TraceTarget() = default;
    template <typename T, typename... Args> friend Result<Box<T>> make_box(Args &&...args);
    void publish(Ring &ring);
    void publish_backward(unsigned cpu, BackwardLane &lane);
    static void count_blocked(TraceCpu &cpu, u32 blocked);
    TraceCpu &at(usize cpu_offset) const
    {
        return *reinterpret_cast<TraceCpu *>(reinterpret_cast<char *>(percpu_) + cpu_offset);
    }

    Readers readers_;
    Box<TraceBuffers> buffers_;
    TraceCpu *percpu_ = nullptr;
    Clock clock_;
    bool on_ = true;
    u32 extras_ = 0;
    u64 time_start_ = 0;
};

} // namespace spile
