// SPDX-License-Identifier: GPL-2.0
#include "clock/clock.hh"

#include "glue/log.h"
#include "glue/memory.h"
#include "glue/task.h"

namespace spile {

Result<ClockKind> clock_named(Text name)
{
    for (const ClockRow &row : clock_rows)
        if (row.name == name)
            return ClockKind(row.kind);
    return Errno::invalid;
}

namespace {

// Per CPU; null where the local clock is another.
constinit LocalCycles *local_cycles = nullptr;

const ClockRow &row_of(ClockKind kind)
{
    for (const ClockRow &row : clock_rows)
        if (row.kind == kind)
            return row;
    return clock_rows[0];
}

// Our reading lies between two of the kernel's, on the CPU where this runs.
bool agrees(LocalCycles *base)
{
    bool good = true;
    for (unsigned looks = 0; looks < 100 && good; ++looks) {
        usize cpu_offset = spile_cpu_hold();
        u64 before = spile_clock_local();
        u64 ours = Clock::at(base, cpu_offset)->now_ns();
        u64 after = spile_clock_local();
        spile_cpu_release();
        good = before <= ours && ours <= after;
    }
    return good;
}

} // namespace

Text clock_name(ClockKind kind) { return row_of(kind).name; }
bool clock_in_ns(ClockKind kind) { return row_of(kind).in_ns; }

ClockKind default_clock()
{
    return spile_clock_is_stable() ? ClockKind::local : ClockKind::global;
}

void find_local_clock()
{
    forget_local_clock();
    unsigned long found = Cycles::known ? spile_clock_cycles() : 0;
    if (!found)
        return;
    auto *base = static_cast<LocalCycles *>(
        spile_alloc_percpu(sizeof(LocalCycles), alignof(LocalCycles)));
    if (!base)
        return; // it does without
    for (unsigned cpu = spile_cpu_next(0); cpu < spile_cpu_limit(); cpu = spile_cpu_next(cpu + 1)) {
        unsigned long offset = spile_cpu_offset(cpu);
        new (Clock::at(base, offset), Place{}) LocalCycles;
        Clock::at(base, offset)->set_source(*reinterpret_cast<const Cycles *>(found + offset));
    }
    if (agrees(base)) {
        local_cycles = base;
    } else {
        constexpr Text line = "the kernel counts cycles in another way: sched_clock() is called";
        spile_log(line.data(), line.size());
        spile_free_percpu(base);
    }
}

void forget_local_clock()
{
    spile_free_percpu(local_cycles);
    local_cycles = nullptr;
}

void Clock::set(ClockKind kind)
{
    store_relaxed(kind_, kind);
    store_relaxed(cycles_, kind == ClockKind::local ? local_cycles : nullptr);
}

} // namespace spile
