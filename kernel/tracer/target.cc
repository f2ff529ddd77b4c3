// SPDX-License-Identifier: GPL-2.0
#include "tracer/target.hh"

#include "glue/task.h"

namespace spile {

Result<Box<TraceTarget>> TraceTarget::create(u64 kb_per_cpu)
{
    Box<TraceTarget> target = TRY(make_box<TraceTarget>());
    target->percpu_ =
        static_cast<TraceCpu *>(spile_alloc_percpu(sizeof(TraceCpu), alignof(TraceCpu)));
    if (!target->percpu_)
        return Errno::no_memory;
    target->readers_ = TRY(Readers::create());
    target->clock_.set(ClockKind::local);
    auto publish = [](void *context, unsigned cpu, BackwardLane &lane) {
        static_cast<TraceTarget *>(context)->publish_backward(cpu, lane);
    };
    target->buffers_ =
        TRY(TraceBuffers::create(kb_per_cpu, &target->readers_, {publish, target.get()}));
    target->publish(target->ring());
    return target;
}

TraceTarget::~TraceTarget() { spile_free_percpu(percpu_); }

void TraceTarget::publish(Ring &ring)
{
    for_each_cpu(all_cpus, [&](unsigned cpu) {
        store_relaxed(at(spile_cpu_offset(cpu)).lane, &ring.lane(cpu));
    });
}

void TraceTarget::publish_backward(unsigned cpu, BackwardLane &lane)
{
    store_relaxed(at(spile_cpu_offset(cpu)).backward, &lane);
}

bool TraceTarget::take_snapshot()
{
    if (!buffers_->exchange([&](Ring &live) { publish(live); }))
        return false;
    readers_.wake_all(); // it is another ring that they wait for
    return true;
}

RingStats TraceTarget::stats(unsigned cpu, Which which)
{
    RingUse ring = buffers_->use(which);
    RingStats stats;
    if (ring)
        stats = ring->stats(cpu);
    if (BackwardUse backward = buffers_->use_backward(); backward && which == Which::live) {
        // What went forward all the same, because it knows no other way, nobody will read.
        u64 astray = stats.written + stats.commit_overrun + stats.dropped + stats.refused;
        stats = backward->stats(cpu);
        stats.dropped += astray;
    }
    usize here = spile_cpu_hold();
    stats.now_ns = now(here);
    spile_cpu_release();
    return stats;
}

void TraceTarget::count_blocked(TraceCpu &cpu, u32 blocked)
{
    if (blocked & (static_cast<u32>(Block::off) | static_cast<u32>(Block::pause)))
        local_add(cpu.filtered_off, 1);
    else if (blocked & static_cast<u32>(Block::mask))
        local_add(cpu.filtered_mask, 1);
    else
        local_add(cpu.filtered_pid, 1);
}

void TraceTarget::set_block(unsigned cpu, Block reason, bool blocked)
{
    u32 &word = at(spile_cpu_offset(cpu)).blocked;
    u32 bit = static_cast<u32>(reason);
    if (blocked)
        __atomic_fetch_or(&word, bit, __ATOMIC_ACQ_REL);
    else
        __atomic_fetch_and(&word, ~bit, __ATOMIC_ACQ_REL);
}

bool TraceTarget::is_blocked(unsigned cpu, Block reason) const
{
    return load_relaxed(at(spile_cpu_offset(cpu)).blocked) & static_cast<u32>(reason);
}

// Others may switch at the same time, on other CPUs or in an interrupt of this one. Who
// changes a CPU's bit last has seen the switch as it was then, by the order of that bit,
// or finds it changed behind the loop: so in the end all bits say what the switch says.
void TraceTarget::set_on(bool on)
{
    store_relaxed(on_, on);
    do {
        on = is_on();
        for (unsigned cpu = spile_cpu_next(0); cpu < spile_cpu_limit();
             cpu = spile_cpu_next(cpu + 1))
            set_block(cpu, Block::off, !on);
    } while (is_on() != on);
    if (!on)
        readers_.wake_all(); // it may have been the last record: trace_pipe ends
}

void TraceTarget::set_paused(bool paused)
{
    for (unsigned cpu = spile_cpu_next(0); cpu < spile_cpu_limit(); cpu = spile_cpu_next(cpu + 1))
        set_block(cpu, Block::pause, paused);
}

void TraceTarget::set_clock(ClockKind clock)
{
    clock_.set(clock);
    reset();
}

void TraceTarget::reset_ring(unsigned cpu)
{
    buffers_->use()->reset(cpu);
    if (BackwardUse backward = buffers_->use_backward())
        backward->reset(cpu);
}

void TraceTarget::reset()
{
    // First, so that no record that stays is older.
    usize here = spile_cpu_hold();
    store_relaxed(time_start_, now(here));
    spile_cpu_release();
    reset_ring(all_cpus);
    for (unsigned cpu = spile_cpu_next(0); cpu < spile_cpu_limit(); cpu = spile_cpu_next(cpu + 1)) {
        TraceCpu &counts = at(spile_cpu_offset(cpu));
        store_relaxed(counts.off_then, load_relaxed(counts.filtered_off));
        store_relaxed(counts.mask_then, load_relaxed(counts.filtered_mask));
        store_relaxed(counts.pid_then, load_relaxed(counts.filtered_pid));
        store_relaxed(counts.repeated_then, load_relaxed(counts.repeated));
    }
}

TraceTarget::Filtered TraceTarget::filtered(unsigned cpu) const
{
    const TraceCpu &counts = at(spile_cpu_offset(cpu));
    return {load_relaxed(counts.filtered_off) - load_relaxed(counts.off_then),
            load_relaxed(counts.filtered_mask) - load_relaxed(counts.mask_then),
            load_relaxed(counts.filtered_pid) - load_relaxed(counts.pid_then),
            load_relaxed(counts.repeated) - load_relaxed(counts.repeated_then)};
}

} // namespace spile
