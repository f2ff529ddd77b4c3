// SPDX-License-Identifier: GPL-2.0
// Clocks: their names, and cycles as nanoseconds.
#include "clock/clock.hh"

#include "glue/memory.h"
#include "selftests/fakes/fakes.hh"
#include "selftests/unit/test.hh"

namespace spile {
namespace {

SPILE_TEST(clock, names)
{
    const char *const names[] = {"local", "global",   "counter", "uptime", "perf",
                                 "mono",  "mono_raw", "boot",    "tai"};
    unsigned number = 0;
    for (const char *name : names) {
        Result<ClockKind> kind = clock_named(name);
        ASSERT(kind);
        EXPECT_EQ(static_cast<unsigned>(kind.value()), number++);
        EXPECT_EQ(clock_name(kind.value()), Text(name));
        EXPECT_EQ(clock_in_ns(kind.value()), Text(name) != Text("counter") && Text(name) != Text("uptime"));
    }
    const char *const wrong_ones[] = {"", "loca", "locale", "LOCAL", "[local]", "mono raw"};
    for (const char *wrong : wrong_ones)
        EXPECT_EQ(clock_named(wrong).error(), Errno::invalid);
    if (Cycles::known) {
        EXPECT_EQ(clock_named("x86-tsc").value(), ClockKind::tsc);
        EXPECT(!clock_in_ns(ClockKind::tsc));
    }
}

u64 read(ClockKind kind)
{
    Clock clock;
    clock.set(kind);
    EXPECT_EQ(clock.kind(), kind);
    return clock.now(spile_cpu_offset(spile_cpu_next(0)));
}

SPILE_TEST(clock, reads_the_one_that_is_asked_for)
{
    fakes::reset();
    find_local_clock(); // there is none to choose
    fakes::set_clock(1000);
    EXPECT_EQ(read(ClockKind::local), 1000u);
    EXPECT_EQ(read(ClockKind::mono), 5 * fakes::clock_distance + 1001);
    EXPECT_EQ(read(ClockKind::tsc), 9 * fakes::clock_distance + 1002);
    EXPECT_EQ(default_clock(), ClockKind::local);
    fakes::set_clock_stable(false);
    EXPECT_EQ(default_clock(), ClockKind::global);
    fakes::reset();
}

Cycles cycles_with(u32 multiplier, u32 shift, u64 offset_ns)
{
    Cycles cycles = {};
    cycles.scales[0] = {multiplier, shift, offset_ns};
    return cycles;
}

SPILE_TEST(clock, cycles_scale_as_the_kernel_scales_them)
{
    struct {
        u64 cycles;
        u32 multiplier, shift;
        u64 offset_ns, ns;
    } rows[] = {
        {0, 1, 0, 0, 0},
        {12345, 1, 0, 7, 12352},
        {3000000000, 341 * 1024, 20, 0, 999023437},
        {3000000000, 341 * 1024, 20, ~u64{0}, 999023436}, // an offset below zero
        {~u64{0}, ~u32{0}, 31, 0, 0xfffffffdfffffffe},    // past 64 bits before the shift
        {u64{1} << 63, 3, 2, 1, (u64{3} << 61) + 1},
    };
    for (auto &row : rows)
        EXPECT_EQ(LocalCycles::ns_of(cycles_with(row.multiplier, row.shift, row.offset_ns), row.cycles), row.ns);
}

SPILE_TEST(clock, the_half_that_is_not_written_to_is_read)
{
    Cycles cycles = cycles_with(1, 0, 100);
    cycles.scales[1] = {1, 0, 200};
    const u32 sequences[] = {0, 1, 2, 3, ~0u, ~0u - 1};
    for (u32 sequence : sequences) {
        cycles.sequence = sequence;
        EXPECT_EQ(LocalCycles::ns_of(cycles, 5), sequence % 2 ? 205u : 105u);
    }
}

SPILE_TEST(clock, time_goes_on)
{
    if (!Cycles::known)
        SKIP("this machine has no such clock");
    Cycles cycles = cycles_with(1, 0, 0);
    LocalCycles local;
    local.set_source(cycles);
    u64 last = local.now_ns();
    for (unsigned i = 0; i < 100; ++i) {
        u64 now = local.now_ns();
        EXPECT(now >= last);
        last = now;
    }
    EXPECT(local.now_ns() > 0);
}

// The numbers change as the kernel changes them: the other half, the sequence, this half.
SPILE_TEST(clock, new_numbers_are_used_at_once)
{
    Cycles cycles = cycles_with(0, 0, 100);
    cycles.scales[1] = cycles.scales[0];
    LocalCycles local;
    local.set_source(cycles);
    EXPECT_EQ(local.now_ns(), 100u);
    for (u64 ns = 200; ns < 3000; ns += 100) {
        ++cycles.sequence;
        cycles.scales[0] = {0, 0, ns};
        EXPECT_EQ(local.now_ns(), ns - 100);
        ++cycles.sequence;
        EXPECT_EQ(local.now_ns(), ns);
        cycles.scales[1] = {0, 0, ns};
        EXPECT_EQ(local.now_ns(), ns);
    }
}

// What is found at load is used only if it says what the kernel's own function says.
SPILE_TEST(clock, cycles_that_disagree_are_not_used)
{
    fakes::reset();
    const u64 offsets[] = {0, u64{1} << 62}; // too early, too late
    for (u64 offset_ns : offsets) {
        Cycles frozen = cycles_with(0, 0, offset_ns);
        fakes::set_cycles(&frozen);
        fakes::set_clock(1000000);
        find_local_clock();
        EXPECT_EQ(fakes::logged().empty(), !Cycles::known); // it says so
        fakes::set_clock(2000000);
        EXPECT_EQ(read(ClockKind::local), 2000000u);
    }
    fakes::reset();
}

// Frozen at what the kernel's function says each time, as it is frozen too.
SPILE_TEST(clock, cycles_that_agree_are_used_for_local_alone)
{
    if (!Cycles::known)
        SKIP("this machine has no such clock");
    fakes::reset();
    Cycles frozen = cycles_with(0, 0, 5000);
    fakes::set_cycles(&frozen);
    fakes::freeze_clock(5000);
    find_local_clock();
    EXPECT(fakes::logged().empty());
    fakes::freeze_clock(7000);
    EXPECT_EQ(read(ClockKind::local), 5000u);
    EXPECT_EQ(read(ClockKind::global), fakes::clock_distance + 7000);
    fakes::reset();
    find_local_clock();
    EXPECT_EQ(read(ClockKind::local), 0u);
}

SPILE_SUITE(clock, names, reads_the_one_that_is_asked_for, cycles_scale_as_the_kernel_scales_them,
            the_half_that_is_not_written_to_is_read, time_goes_on, new_numbers_are_used_at_once,
            cycles_that_disagree_are_not_used,
            cycles_that_agree_are_used_for_local_alone)

} // namespace
} // namespace spile
