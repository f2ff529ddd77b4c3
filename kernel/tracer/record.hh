// SPDX-License-Identifier: GPL-2.0
// A record on its way into a lane: its place, its common fields, its time.
#pragma once

#include "glue/clock.h"
#include "glue/task.h"
#include "ring/lane.hh"
#include "uapi/spile/record.h"

namespace spile {

struct LocalClock {
    [[gnu::always_inline]] u64 operator()() const { return spile_clock_local(); }
};

// Writes one record with a payload of T, or of T and `more` bytes behind it:
//   if (RecordIn<spile_record_stack> record{lane, SPILE_RECORD_STACK, more})
//       record->depth = ...;
// It is committed at the end of the scope. What the caller does not write holds old data.
// Contexts: any, NMI included; preemption off. No lock, no allocation.
template <typename T> class RecordIn {
  public:
    [[gnu::always_inline]] RecordIn(Lane &lane, u32 type, u32 more = 0) : lane_(lane)
    {
        auto *entry = static_cast<spile_entry *>(
            lane.reserve(event_words(sizeof(spile_entry) + sizeof(T) + more), LocalClock()));
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
