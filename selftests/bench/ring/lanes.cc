// SPDX-License-Identifier: GPL-2.0
// The straight way of a record through each of the rings, as the module has it: the lane is
// found by the CPU's offset, the clock is the local one.
#include "lanes.h"

#include "clock/clock.hh"
#include "glue/ring.h"
#include "ring/backward_ring.hh"
#include "ring/page_reader.hh"

using namespace spile;

namespace {

struct PerCpu {
    Lane *forward;
    BackwardLane *backward;
};

constinit PerCpu *percpu = nullptr;
constinit Ring *forward_ring = nullptr;
constinit BackwardRing *backward_ring = nullptr;
constinit BackwardCopy *copied = nullptr;
alignas(Clock) constinit unsigned char clock_storage[sizeof(Clock)] = {};

[[gnu::always_inline]] inline Clock &the_clock()
{
    return *reinterpret_cast<Clock *>(clock_storage);
}
[[gnu::always_inline]] inline PerCpu &at(unsigned long cpu_offset)
{
    return *reinterpret_cast<PerCpu *>(reinterpret_cast<char *>(percpu) + cpu_offset);
}
// By value, as in tracer/record.hh.
struct Now {
    unsigned long cpu_offset;
    [[gnu::always_inline]] u64 operator()() const { return the_clock().now(cpu_offset); }
};

[[gnu::always_inline]] inline Lane &lane(Lane *, unsigned long cpu_offset)
{
    return *load_relaxed(at(cpu_offset).forward);
}
[[gnu::always_inline]] inline BackwardLane &lane(BackwardLane *, unsigned long cpu_offset)
{
    return *load_relaxed(at(cpu_offset).backward);
}
[[gnu::always_inline]] constexpr u32 words_of(Lane *, u32 bytes) { return event_words(bytes); }
[[gnu::always_inline]] constexpr u32 words_of(BackwardLane *, u32 bytes)
{
    return BackwardLane::words(bytes);
}

constexpr bool commits = false, discards = true;

template <typename L, u32 bytes, bool discard>
[[gnu::always_inline]] inline int put(unsigned long cpu_offset, unsigned long number)
{
    L *which = nullptr;
    L &to = lane(which, cpu_offset);
    constexpr u32 words = words_of(static_cast<L *>(nullptr), bytes);
    void *payload = to.reserve(words, Now{cpu_offset});
    if (!payload) [[unlikely]]
        return 0;
    auto *data = static_cast<unsigned long *>(payload);
#pragma GCC unroll 8
    for (u32 i = 0; i < bytes / sizeof(*data); ++i)
        data[i] = number;
    if constexpr (discard)
        to.discard(payload, words);
    else
        to.leave();
    return 1;
}

Result<void> create(u64 bytes)
{
    find_local_clock();
    new (clock_storage, Place{}) Clock;
    the_clock().set(ClockKind::local);
    percpu = static_cast<PerCpu *>(spile_alloc_percpu(sizeof(PerCpu), alignof(PerCpu)));
    if (!percpu)
        return Errno::no_memory;
    forward_ring = TRY(Ring::create({static_cast<u32>(bytes / 4096), 0})).release();
    Vec<u64> sizes;
    TRY(sizes.reserve(spile_cpu_limit()));
    for (unsigned cpu = 0; cpu < spile_cpu_limit(); ++cpu)
        sizes.push_reserved(bytes);
    backward_ring = TRY(BackwardRing::create(spile::move(sizes))).release();
    for_each_cpu(all_cpus, [](unsigned cpu) {
        PerCpu &to = at(spile_cpu_offset(cpu));
        to.forward = &forward_ring->lane(cpu);
        to.backward = &backward_ring->lane(cpu);
    });
    return Ok{};
}

} // namespace

extern "C" {

int lanes_create(unsigned long bytes) { return -static_cast<int>(create(bytes).error()); }

void lanes_destroy(void)
{
    Box<Ring> forward(forward_ring);
    Box<BackwardRing> backward(backward_ring);
    Box<BackwardCopy> copy(copied);
    spile_free_percpu(percpu);
    forget_local_clock();
}

int lanes_reset(int drop)
{
    forward_ring->reset();
    forward_ring->set_when_full(drop ? WhenFull::drop : WhenFull::overwrite);
    backward_ring->reset();
    return 0;
}

void lanes_pause(int pause)
{
    if (pause)
        backward_ring->pause(all_cpus);
    else
        backward_ring->resume(all_cpus);
}

[[gnu::noinline]] int forward_16(unsigned long cpu_offset, unsigned long number)
{
    return put<Lane, 16, commits>(cpu_offset, number);
}
[[gnu::noinline]] int forward_64(unsigned long cpu_offset, unsigned long number)
{
    return put<Lane, 64, commits>(cpu_offset, number);
}
[[gnu::noinline]] int forward_discard(unsigned long cpu_offset, unsigned long number)
{
    return put<Lane, 16, discards>(cpu_offset, number);
}
[[gnu::noinline]] int backward_16(unsigned long cpu_offset, unsigned long number)
{
    return put<BackwardLane, 16, commits>(cpu_offset, number);
}
[[gnu::noinline]] int backward_64(unsigned long cpu_offset, unsigned long number)
{
    return put<BackwardLane, 64, commits>(cpu_offset, number);
}
[[gnu::noinline]] int backward_discard(unsigned long cpu_offset, unsigned long number)
{
    return put<BackwardLane, 16, discards>(cpu_offset, number);
}

void lanes_counts(int backward, spile_u64 *written, spile_u64 *lost)
{
    RingStats stats = backward ? backward_ring->stats(all_cpus) : forward_ring->stats(all_cpus);
    *written = stats.written;
    *lost = stats.commit_overrun + stats.dropped + stats.refused + stats.paused;
}

// As splice() on trace_pipe_raw does: whole pages, exchanged.
long forward_read(void)
{
    unsigned cpu = spile_cpu_next(0);
    u64 before = forward_ring->stats(cpu).read;
    PageMemory page;
    while (PageReader(*forward_ring, cpu).read(page, 4096, PageKind::any))
        ;
    return static_cast<long>(forward_ring->stats(cpu).read - before);
}

long backward_prepare(void)
{
    Result<Box<BackwardCopy>> made = BackwardCopy::create(backward_ring->lane(0));
    if (!made)
        return -static_cast<long>(made.error());
    Box<BackwardCopy> old(copied);
    copied = made.take().release();
    return 0;
}

void backward_copy(void) { copied->take(backward_ring->lane(0)); }

long backward_read(void)
{
    backward_copy();
    return static_cast<long>(backward_ring->stats(0).entries);
}

long backward_walk(void)
{
    long records = 0;
    for (BackwardWalk walk = copied->walk(); walk.next();)
        ++records;
    return records;
}

void spile_ring_wake(void *, unsigned int, spile_u32) {}

} // extern "C"
