// SPDX-License-Identifier: GPL-2.0
// A record on its way into a lane: its place, its common fields, its time.
#pragma once

#include "glue/task.h"
#include "tracer/target.hh"
#include "uapi/spile/record.h"

namespace spile {

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
        auto *entry = static_cast<spile_entry *>(
            lane_.reserve(event_words(sizeof(spile_entry) + sizeof(T) + more),
                          [&] { return target.now(cpu_offset); }));
        if (!entry) [[unlikely]] {
            payload_ = nullptr; // counted by the lane
            return;
        }
        entry->word = spile_task_context() | type;
        payload_ = reinterpret_cast<T *>(entry + 1);
    }
    [[gnu::always_inline]] ~RecordIn()
    {
        if (payload_) [[likely]]
            lane_.leave();
    }
    RecordIn(const RecordIn &) = delete;
    RecordIn &operator=(const RecordIn &) = delete;

    [[gnu::always_inline]] explicit operator bool() const { return payload_; }
    [[gnu::always_inline]] T *operator->() const { return payload_; }
    [[gnu::always_inline]] T &operator*() const { return *payload_; }

  private:
    Lane &lane_;
    T *payload_;
};

} // namespace spile
