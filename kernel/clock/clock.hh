// SPDX-License-Identifier: GPL-2.0
// The clocks that records may be stamped with (trace_clock).
// Source: Documentation/trace/ftrace.rst, "trace_clock".
#pragma once

#include "clock/local_cycles.hh"
#include "base/result.hh"
#include "base/span.hh"
#include "glue/clock.h"

namespace spile {

enum class ClockKind : u8 {
    local = SPILE_CLOCK_LOCAL,
    global = SPILE_CLOCK_GLOBAL,
    counter = SPILE_CLOCK_COUNTER,
    uptime = SPILE_CLOCK_UPTIME,
    perf = SPILE_CLOCK_PERF,
    mono = SPILE_CLOCK_MONO,
    mono_raw = SPILE_CLOCK_MONO_RAW,
    boot = SPILE_CLOCK_BOOT,
    tai = SPILE_CLOCK_TAI,
    tsc = SPILE_CLOCK_TSC,
};

// In the order of trace_clock.
struct ClockRow {
    Text name;
    ClockKind kind;
    bool in_ns; // else a count
};
constexpr ClockRow clock_rows[] = {
    {"local", ClockKind::local, true},
    {"global", ClockKind::global, true},
    {"counter", ClockKind::counter, false},
    {"uptime", ClockKind::uptime, false},
    {"perf", ClockKind::perf, true},
    {"mono", ClockKind::mono, true},
    {"mono_raw", ClockKind::mono_raw, true},
    {"boot", ClockKind::boot, true},
    {"tai", ClockKind::tai, true},
    SPILE_ARCH_CLOCK_ROWS
};

// Errors: invalid (no such clock here).
Result<ClockKind> clock_named(Text name);
Text clock_name(ClockKind kind);
bool clock_in_ns(ClockKind kind);

// What the kernel starts with.
ClockKind default_clock();

// Looks once, at load, for a way to the local clock without a call. Clocks chosen before
// then, and where there is none, call the kernel's function.
void find_local_clock();
// At unload: no clock is left.
void forget_local_clock();

// The clock of an instance. Its reader on the hit path pays one load and one branch for
// the choice.
class Clock {
  public:
    void set(ClockKind kind);
    ClockKind kind() const { return load_relaxed(kind_); }

    // Contexts: any, NMI included; preemption off, and `cpu_offset` is this CPU's. Locks:
    // none. Allocation: none. No indirect call, and for `local` no call at all.
    [[gnu::always_inline]] u64 now(usize cpu_offset) const
    {
        LocalCycles *cycles = load_relaxed(cycles_);
        if (cycles) [[likely]]
            return at(cycles, cpu_offset)->now_ns();
        return spile_clock_read(static_cast<unsigned>(kind()));
    }

    static LocalCycles *at(LocalCycles *base, usize cpu_offset)
    {
        return reinterpret_cast<LocalCycles *>(reinterpret_cast<char *>(base) + cpu_offset);
    }

  private:
    // Per CPU, where the clock is `local` and nothing but cycles. Null: ask for `kind_`.
    LocalCycles *cycles_ = nullptr;
    ClockKind kind_ = ClockKind::local;
};

} // namespace spile
