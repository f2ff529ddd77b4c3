// SPDX-License-Identifier: GPL-2.0
#include "ring/backward_ring.hh"

#include "glue/area.h"
#include "glue/pages.h"

namespace spile {

namespace {

// How often a copy is tried beside fast writers.
constexpr unsigned max_looks = 4;

// Runs call(lane) on the CPU of `lane` while no writer is inside; but NMIs may write, from
// their start to their end, between any two of its instructions.
template <typename Call> void between_writers(BackwardLane &lane, Call call)
{
    struct Request {
        BackwardLane &lane;
        Call &call;
        static int run(void *context)
        {
            auto &request = *static_cast<Request *>(context);
            if (request.lane.control.writer.nest)
                return 1; // a writer that this interrupts is soon gone
            request.call(request.lane);
            return 0;
        }
    } request{lane, call};
    while (spile_run_on_cpu(lane.control.cpu, Request::run, &request))
        ;
}

spile_backward_counts counts_of(const spile_backward_control &control)
{
    return {load_relaxed(control.written),      load_relaxed(control.discarded),
            load_relaxed(control.lost_nested),  load_relaxed(control.lost_paused),
            load_relaxed(control.lost_too_large), load_relaxed(control.lost_closed)};
}

} // namespace

Result<Box<BackwardRing>> BackwardRing::create(u64 bytes)
{
    if (bytes > BackwardLane::max_size)
        return Errno::invalid;
    Box<BackwardRing> ring = TRY(make_box<BackwardRing>());
    ring->size_ = BackwardLane::min_size;
    while (ring->size_ * 2 <= bytes)
        ring->size_ *= 2;
    TRY(ring->allocate());
    return ring;
}

BackwardRing::~BackwardRing()
{
    for (BackwardLane *lane : lanes_)
        spile_area_free(lane);
}

Result<void> BackwardRing::allocate()
{
    unsigned limit = spile_cpu_limit();
    TRY(lanes_.reserve(limit));
    for (unsigned cpu = 0; cpu < limit; ++cpu)
        lanes_.push_reserved(nullptr);
    for (unsigned cpu = spile_cpu_next(0); cpu < limit; cpu = spile_cpu_next(cpu + 1))
        lanes_[cpu] = TRY(make_lane(cpu, spile_cpu_online(cpu) ? size_ : 0));
    return Ok{};
}

// Without memory for records where `size` is 0.
Result<BackwardLane *> BackwardRing::make_lane(unsigned cpu, u64 size)
{
    u64 bytes = SPILE_BACKWARD_DATA_OFFSET + size;
    void *area = spile_pages_suffice(bytes / 4096) ? spile_area_alloc(bytes, cpu) : nullptr;
    if (!area)
        return Errno::no_memory;
    auto *lane = static_cast<BackwardLane *>(area); // zeroed, and that is how all starts but:
    lane->control.version = SPILE_BACKWARD_VERSION;
    lane->control.data_offset = SPILE_BACKWARD_DATA_OFFSET;
    lane->control.size = size;
    lane->control.cpu = cpu;
    lane->control.writer.mask = size ? static_cast<u32>(size - 1) : 0;
    lane->control.writer.bottom = BackwardLane::no_bottom();
    return lane;
}

Result<void> BackwardRing::bring_up(unsigned cpu)
{
    Locked locked(mutex_);
    BackwardLane &old = lane(cpu);
    if (old.has_memory())
        return Ok{};
    BackwardLane *made = TRY(make_lane(cpu, size_));
    // It was up before, and there was no memory.
    made->control.lost_closed = old.control.lost_closed;
    made->control.at_start = old.control.at_start;
    made->control.paused = old.control.paused;
    lanes_[cpu] = made;
    spile_area_free(&old);
    return Ok{};
}

RingStats BackwardRing::stats(unsigned cpu)
{
    Locked locked(mutex_);
    const BackwardLane &from = lane(cpu);
    const spile_backward_counts &then = from.control.at_start;
    BackwardContent content = content_of(from);
    spile_backward_counts now = counts_of(from.control);
    RingStats stats;
    stats.written = now.written - then.written;
    stats.entries = min(content.records, stats.written);
    stats.overrun = stats.written - stats.entries;
    stats.commit_overrun = now.lost_nested - then.lost_nested;
    stats.dropped = now.lost_closed - then.lost_closed;
    stats.paused = now.lost_paused - then.lost_paused;
    stats.refused = now.lost_too_large - then.lost_too_large;
    stats.bytes = content.bytes;
    stats.oldest_ns = content.oldest_time;
    return stats;
}

void BackwardRing::reset(unsigned cpu)
{
    Locked locked(mutex_);
    between_writers(lane(cpu), [](BackwardLane &lane) {
        spile_backward_control &control = lane.control;
        i64 head;
        do { // until no NMI comes between
            head = load_relaxed(control.head);
            control.at_start = counts_of(control);
        } while (head != load_relaxed(control.head));
        store_relaxed(control.start, head);
    });
}

void BackwardRing::pause(unsigned cpu)
{
    Locked locked(mutex_);
    between_writers(lane(cpu), [](BackwardLane &lane) {
        store_relaxed(lane.control.paused, lane.control.paused + 1);
        compiler_barrier();
        // From here on every reservation looks at `paused`, and finds it set.
        store_relaxed(lane.control.writer.bottom, BackwardLane::no_bottom());
        compiler_barrier();
        // A writer that this interrupts on its way out may not have come to it.
        store_release(lane.control.committed, load_relaxed(lane.control.head));
    });
}

void BackwardRing::resume(unsigned cpu)
{
    Locked locked(mutex_);
    u32 &paused = lane(cpu).control.paused;
    store_relaxed(paused, paused - 1);
}

Result<Box<BackwardCopy>> BackwardRing::copy(unsigned cpu)
{
    Box<BackwardCopy> copy;
    {
        Locked locked(mutex_); // it is the lane that has memory, if bring_up() runs beside
        copy = TRY(BackwardCopy::create(lane(cpu)));
    }
    for (unsigned looks = 0; looks < max_looks; ++looks)
        if (copy->take(lane(cpu)))
            return copy;
    pause(cpu);
    (void)copy->take(lane(cpu));
    resume(cpu);
    return copy;
}

} // namespace spile
