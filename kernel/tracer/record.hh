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

// Writes one record with a payload of T, or of T and `more` bytes behind it:
//   if (RecordIn<spile_record_stack> record{target, cpu_offset, SPILE_RECORD_STACK, more})
//       record->depth = ...;
// It is committed at the end of the scope. What the caller does not write holds old data.
// Contexts: any, NMI included; preemption off. No lock, no allocation.
template <typename T> class RecordIn {
  public:
    [[gnu::always_inline]] RecordIn(TraceTarget &target, usize cpu_offset, u32 type, u32 more = 0)
        : lane_(target.lane(cpu_offset))
    {
        entry_ = static_cast<spile_entry *>(
            lane_.reserve(event_words(sizeof(spile_entry) + sizeof(T) + more),
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
    Lane &lane_;
    spile_entry *entry_;
};

} // namespace spile
