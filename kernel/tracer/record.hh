// SPDX-License-Identifier: GPL-2.0
// A record on its way into a lane: its place, its common fields, its time.
#pragma once

#include "glue/task.h"
#include "tracer/target.hh"
#include "uapi/spile/record.h"

namespace spile {

// By value, so that no frame is needed to hand it on.
struct ClockOf {
    const TraceTarget &target;
    usize cpu_offset;
    [[gnu::always_inline]] u64 operator()() const { return target.now(cpu_offset); }
};

// Where a record of a target goes, by the direction that the target records in.
template <Direction> struct LaneOf;
template <> struct LaneOf<Direction::forward> {
    using Type = Lane;
    [[gnu::always_inline]] static Lane &get(TraceTarget &target, usize cpu_offset)
    {
        return target.lane(cpu_offset);
    }
    [[gnu::always_inline]] static constexpr u32 words(u32 bytes) { return event_words(bytes); }
};
template <> struct LaneOf<Direction::backward> {
    using Type = BackwardLane;
    [[gnu::always_inline]] static BackwardLane &get(TraceTarget &target, usize cpu_offset)
    {
        return target.backward_lane(cpu_offset);
    }
    [[gnu::always_inline]] static constexpr u32 words(u32 bytes)
    {
        return BackwardLane::words(bytes);
    }
};

// Writes one record with a payload of T, or of T and `more` bytes behind it:
//   if (RecordIn<spile_record_stack> record{target, cpu_offset, SPILE_RECORD_STACK, more})
//       record->depth = ...;
// It is committed at the end of the scope. What the caller does not write holds old data.
// The direction is the target's; whoever records for long chooses it when he begins, and it
// stays until he ends.
// Contexts: any, NMI included; preemption off. No lock, no allocation.
template <typename T, Direction direction = Direction::forward> class RecordIn {
    using To = LaneOf<direction>;

  public:
    [[gnu::always_inline]] RecordIn(TraceTarget &target, usize cpu_offset, u32 type, u32 more = 0)
        : lane_(To::get(target, cpu_offset))
    {
        entry_ = static_cast<spile_entry *>(
            lane_.reserve(To::words(sizeof(spile_entry) + sizeof(T) + more),
                          ClockOf{target, cpu_offset}));
        if (entry_) [[likely]] // else it is counted by the lane
            entry_->word = spile_task_context() | type;
    }
    [[gnu::always_inline]] ~RecordIn()
    {
        if (entry_) [[likely]]
            lane_.leave();
    }
    RecordIn(const RecordIn &) = delete;
    RecordIn &operator=(const RecordIn &) = delete;

    [[gnu::always_inline]] explicit operator bool() const { return entry_; }
    [[gnu::always_inline]] T *operator->() const { return reinterpret_cast<T *>(entry_ + 1); }
    [[gnu::always_inline]] T &operator*() const { return *operator->(); }

  private:
    typename To::Type &lane_;
    spile_entry *entry_;
};

// One record whichever way the target's ring is written, which is asked at each: for what is
// not on the straight way of a hit. fill(T &) writes it. False: it was lost (counted).
// Contexts: as above.
template <typename T, typename Fill>
[[gnu::always_inline]] inline bool record_either_way(TraceTarget &target, usize cpu_offset,
                                                     u32 type, u32 more, Fill fill)
{
    if (target.direction() == Direction::backward) {
        RecordIn<T, Direction::backward> record(target, cpu_offset, type, more);
        if (record)
            fill(*record);
        return bool(record);
    }
    RecordIn<T> record(target, cpu_offset, type, more);
    if (record)
        fill(*record);
    return bool(record);
}

} // namespace spile
