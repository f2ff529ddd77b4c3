// SPDX-License-Identifier: GPL-2.0
// SnapshotPart: one lane's records as they were when it was made, a sub-buffer's copy at a
// time. It knows when a copy can be trusted, and how much was lost on the way.
#pragma once

#include "base/box.hh"
#include "base/mutex.hh"
#include "ring/cpu_buffer.hh"

namespace spile {

class SnapshotPart {
  public:
    explicit SnapshotPart(unsigned cpu) : cpu_(cpu) {}
    ~SnapshotPart() { spile_free(copy_); }
    SnapshotPart(const SnapshotPart &) = delete;
    SnapshotPart &operator=(const SnapshotPart &) = delete;

    // Under the ring's reader mutex: what is committed now. Errors: no_memory.
    Result<void> begin(CpuBuffer &buffer);

    unsigned cpu() const { return cpu_; }
    // The next record, null when there is none. Takes `mutex` where it must copy.
    const EventWalk *peek(CpuBuffer &buffer, Mutex &mutex);
    void advance();
    // Events lost between the last record and what peek() returned.
    u64 lost() const { return lost_; }

  private:
    bool fill(CpuBuffer &buffer);
    // Copies up to `bytes` of events of `from`.
    void copy(const SubBuffer &from, u32 bytes);

    unsigned cpu_;
    u32 order_ = 0;
    u8 *copy_ = nullptr; // events of one sub-buffer
    u32 next_seq_ = 0;
    u32 stop_seq_ = 0;
    u32 stop_bytes_ = 0;
    EventWalk walk_;
    bool peeked_ = false;
    u64 expected_ = 0; // number of the next event
    u64 lost_ = 0;
};

} // namespace spile
