// SPDX-License-Identifier: GPL-2.0
// Ring: a lane for each CPU, that any context may write, NMIs included, without lock,
// locked instruction (but one for each sub-buffer) or indirect call; and their readers.
//
// For each CPU, exactly, whenever no writer is inside:
//   events committed = entries still there + read + overrun
//   events tried     = events committed + commit_overrun + dropped + refused + discarded
//
// Writers go to lane() themselves. Readers: ConsumingReader (trace_pipe), SnapshotReader
// (trace), reader.hh; PageReader (trace_pipe_raw), page_reader.hh.
// Documentation/ring.md tells the protocol.
#pragma once

#include "base/box.hh"
#include "base/mutex.hh"
#include "base/vec.hh"
#include "glue/cpus.h"
#include "ring/cpu_buffer.hh"
#include "ring/each_cpu.hh"

namespace spile {

enum class WhenFull : u8 { overwrite, drop };

class Ring {
  public:
    // Memory for each CPU that is online; others get theirs when they come up, and what they
    // record is dropped (counted) where there is none. `wake_cookie` goes to
    // spile_ring_wake(), unless it is null. Errors: no_memory, invalid (as resize()).
    static Result<Box<Ring>> create(Geometry geometry, void *wake_cookie = nullptr);
    // No writer and no reader may be left.
    ~Ring();
    Ring(const Ring &) = delete;
    Ring &operator=(const Ring &) = delete;

    // Of a possible CPU. Writers: see lane.hh for the contract.
    Lane &lane(unsigned cpu) { return buffer(cpu).lane(); }
    CpuBuffer &buffer(unsigned cpu) { return *buffers_[cpu]; }

    // --- Task context.

    void set_when_full(WhenFull mode);
    WhenFull when_full() const { return when_full_; }

    // Sub-buffers of a CPU, or of each; events stay as far as they fit. On failure all is as
    // before. Errors: no_memory, invalid (more than max_bytes for a CPU), busy (mapped).
    Result<void> resize(unsigned cpu, u32 count);
    // Size of the sub-buffers of all CPUs; empties the ring. Errors: as resize().
    Result<void> set_order(u32 order, u32 count);
    // What a CPU has, or will have when it comes up.
    Geometry geometry(unsigned cpu) const { return wanted_[cpu]; }

    // `cpu` is a possible CPU, or all_cpus for the sums. now_ns is the caller's to set.
    RingStats stats(unsigned cpu);
    // Anything a ConsumingReader would find?
    bool empty(unsigned cpu = all_cpus);
    // Forgets all records that are complete now, and sets the counters to 0. Times may begin
    // anew, by another clock.
    void reset(unsigned cpu = all_cpus);

    // Asks the writers of `cpu` to wake once, at the next commit. True: nothing is there
    // yet. False: there is something. A commit that runs at this very moment on another
    // CPU may be missed, as commits have no full barrier: before it waits, the caller
    // makes every CPU pass one (spile_wait_arm() does) and asks again.
    bool arm_wake(unsigned cpu = all_cpus);

    // Held over a whole run of reading by ConsumingReader and by reset().
    Mutex &reader_mutex() { return reader_mutex_; }

    enum : u64 { max_bytes = u64{1} << 40 }; // of a CPU
    enum : u32 {
        min_count = 2,
        max_order = 7, // 512 KB
    };

  private:
    explicit Ring(void *cookie) : cookie_(cookie) {}
    template <typename T, typename... Args> friend Result<Box<T>> make_box(Args &&...args);
    Result<void> allocate(Geometry geometry);
    Result<void> bring_up(unsigned cpu);
    Result<void> change(unsigned cpu, Geometry wanted, bool keep_events);

    void *cookie_;
    WhenFull when_full_ = WhenFull::overwrite;
    Mutex reader_mutex_{"spile ring reader"};
    Vec<Box<CpuBuffer>> buffers_; // by CPU; none for impossible ones
    Vec<Geometry> wanted_;        // by CPU
    spile_cpu_watch *watch_ = nullptr;
};

} // namespace spile
