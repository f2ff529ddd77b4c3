// SPDX-License-Identifier: GPL-2.0
// CpuBuffer: one CPU's part of a ring: its lane, the memory behind it, its reader.
#pragma once

#include "base/box.hh"
#include "ring/consumer.hh"
#include "ring/lane.hh"
#include "ring/mapping.hh"

namespace spile {

// How much a CPU's part holds.
struct Geometry {
    u32 count; // sub-buffers, 2 at least
    u32 order; // of 4096 << order bytes

    u32 room_bytes() const { return (4096u << order) - SPILE_PAGE_HEADER_BYTES; }
};

class CpuBuffer {
  public:
    CpuBuffer(unsigned cpu, void *wake_cookie);
    // No writer may be left.
    ~CpuBuffer();
    CpuBuffer(const CpuBuffer &) = delete;
    CpuBuffer &operator=(const CpuBuffer &) = delete;

    unsigned cpu() const { return cpu_; }
    Lane &lane() { return lane_; }
    Consumer &consumer() { return consumer_; }
    // Without memory (its CPU was never online) all is counted as dropped.
    bool has_memory() const { return storage_.slots; }
    Geometry geometry() const { return {storage_.count, storage_.order}; }

    // --- Task context, CPUs held (glue/cpus.h), under the ring's reader mutex. Writers may
    // --- be at work.

    // What a change needs, allocated before anything is changed.
    class Plan {
      public:
        Plan() = default;
        Plan(Plan &&other) { *this = move(other); }
        Plan &operator=(Plan &&other);
        ~Plan();

      private:
        friend class CpuBuffer;
        u64 *slots_ = nullptr;
        SubBuffer *buffers_ = nullptr;
        void **pages_ = nullptr; // new ones; once applied, those that are left over
        u32 page_count_ = 0;
        u32 pages_order_ = 0;
        Geometry wanted_{};
    };
    // For another count the events stay, the oldest of them go as overrun where they no
    // longer fit; for another order, and at first, it begins anew and empty.
    // Errors: no_memory.
    Result<Plan> plan(Geometry wanted) const;
    // Cannot fail. Events from NMIs at this very moment are counted as dropped.
    void apply(Plan plan);
    // All records are gone and the counters 0. The next record begins a sub-buffer of its
    // own, and may be older than the last one was: the clock may be another.
    void reset();

    // --- Mapped into users' memory (mapping.hh). While it is, nothing is changed.

    bool is_mapped() const { return mapping_.users(); }
    // Errors: no_device (no memory here), no_memory.
    Result<void> map();
    void unmap() { mapping_.remove_user(); }
    // The meta page, then the sub-buffers by their number.
    u32 mapped_parts() const { return 1 + storage_.count + 1; }
    void *mapped_part(u32 part) const;
    // What users have been shown is read; then what else is there is theirs to read.
    void next_for_user();
    // Something was read or forgotten: tells users.
    void show();

  private:
    struct Storage {
        u64 *slots = nullptr;
        SubBuffer *buffers = nullptr; // count + 1
        u32 count = 0;
        u32 order = 0;
    };
    // Runs `change()` on the lane's CPU while no writer is inside, and none can come in.
    template <typename Change> void without_writers(Change change);
    void change(Plan &plan);
    void end_page();
    void begin_anew(Plan &plan);
    void rearrange(Plan &plan);

    Lane lane_{};
    Consumer consumer_;
    Storage storage_;
    Mapping mapping_;
    unsigned cpu_;
    // Where the lane stands while it has no memory.
    SubBuffer nothing_{};
    spile_page nothing_page_{};
};

} // namespace spile
