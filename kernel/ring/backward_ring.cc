// SPDX-License-Identifier: GPL-2.0
#include "ring/backward_ring.hh"

#include "base/cpus_held.hh"
#include "glue/area.h"
#include "glue/pages.h"

namespace spile {

namespace {

// How often a copy is tried beside fast writers.
constexpr unsigned max_looks = 4;

// Runs call(lane) on the CPU of `lane` while no writer is inside; but NMIs may write, from
// their start to their end, between any two of its instructions. CPUs held.
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

Result<Box<BackwardRing>> BackwardRing::create(Vec<u64> bytes_by_cpu)
{
    Box<BackwardRing> ring = TRY(make_box<BackwardRing>());
    TRY(ring->allocate(spile::move(bytes_by_cpu)));
    return ring;
}

BackwardRing::~BackwardRing()
{
    spile_cpu_watch_destroy(watch_);
    for (BackwardLane *lane : lanes_)
        spile_area_free(lane);
}

Result<void> BackwardRing::allocate(Vec<u64> bytes_by_cpu)
{
    sizes_ = spile::move(bytes_by_cpu);
    TRY(lanes_.reserve(spile_cpu_limit()));
    for (u64 &bytes : sizes_) {
        if (bytes > BackwardLane::max_size)
            return Errno::invalid;
        u64 size = BackwardLane::min_size;
        while (size * 2 <= bytes)
            size *= 2;
        bytes = size;
        lanes_.push_reserved(nullptr);
    }
    Result<void> added = Ok{};
    for_each_cpu(all_cpus, [&](unsigned cpu) {
        if (added)
            added = add_lane(cpu, 0);
    });
    TRY(spile::move(added));
    int error = 0;
    watch_ = spile_cpu_watch_create(
        [](void *ring, unsigned cpu) {
            return -static_cast<int>(static_cast<BackwardRing *>(ring)->bring_up(cpu).error());
        },
        this, &error);
    return from_c(error);
}

// Without memory for records where `size` is 0.
Result<void> BackwardRing::add_lane(unsigned cpu, u64 size)
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
    if (BackwardLane *old = lanes_[cpu]) { // its CPU may have been up, without memory
        lane->control.lost_closed = old->control.lost_closed;
        lane->control.at_start = old->control.at_start;
        lane->control.paused = old->control.paused;
    }
    store_release(lanes_[cpu], lane);
    if (publisher_.publish)
        publisher_.publish(publisher_.context, cpu, *lane);
    return Ok{};
}

// A CPU is about to come up, or is new here: nothing is written there.
Result<void> BackwardRing::bring_up(unsigned cpu)
{
    Locked locked(mutex_);
    BackwardLane *old = &lane(cpu);
    if (old->has_memory())
        return Ok{};
    TRY(add_lane(cpu, sizes_[cpu]));
    spile_area_free(old);
    return Ok{};
}

void BackwardRing::publish_to(LanePublisher publisher)
{
    Locked locked(mutex_);
    publisher_ = publisher;
    if (publisher.publish)
        for_each_cpu(all_cpus,
                     [&](unsigned cpu) { publisher.publish(publisher.context, cpu, lane(cpu)); });
}

RingStats BackwardRing::stats(unsigned cpu)
{
    Locked locked(mutex_);
    RingStats sum;
    for_each_cpu(cpu, [&](unsigned each) { sum.add(stats_of(lane(each))); });
    return sum;
}

RingStats BackwardRing::stats_of(BackwardLane &from)
{
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
    CpusHeld held;
    Locked locked(mutex_);
    for_each_cpu(cpu, [&](unsigned each) {
        between_writers(lane(each), [](BackwardLane &lane) {
            spile_backward_control &control = lane.control;
            i64 head;
            do { // until no NMI comes between
                head = load_relaxed(control.head);
                control.at_start = counts_of(control);
            } while (head != load_relaxed(control.head));
            store_relaxed(control.start, head);
        });
    });
}

void BackwardRing::pause(unsigned cpu)
{
    CpusHeld held;
    Locked locked(mutex_);
    for_each_cpu(cpu, [&](unsigned each) {
        between_writers(lane(each), [](BackwardLane &lane) {
            store_relaxed(lane.control.paused, lane.control.paused + 1);
            compiler_barrier();
            // From here on every reservation looks at `paused`, and finds it set.
            store_relaxed(lane.control.writer.bottom, BackwardLane::no_bottom());
            compiler_barrier();
            // A writer that this interrupts on its way out may not have come to it.
            store_release(lane.control.committed, load_relaxed(lane.control.head));
        });
    });
}

void BackwardRing::resume(unsigned cpu)
{
    Locked locked(mutex_);
    for_each_cpu(cpu, [&](unsigned each) {
        u32 &paused = lane(each).control.paused;
        store_relaxed(paused, paused - 1);
    });
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
