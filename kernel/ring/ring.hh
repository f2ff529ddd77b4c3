// SPDX-License-Identifier: GPL-2.0
// Ring: a byte ring per CPU that any context may write, NMIs included, without
// lock, locked instruction (but one per 4 KB) or indirect call.
//
// For each CPU, exactly, whenever no writer is inside:
//   events committed = entries still there + read + overrun
//   events tried     = events committed + commit_overrun + dropped + refused + discarded
//
// Readers: ConsumingReader (trace_pipe) and SnapshotReader (trace), reader.hh.
// Documentation/ring.md tells the protocol.
#pragma once

#include "base/box.hh"
#include "base/mutex.hh"
#include "base/vec.hh"
#include "lane.hh"
#include "stats.hh"

namespace spile {

enum class RecordType : u32 {
    padding = SPILE_RECORD_PADDING,
    function = SPILE_RECORD_FUNCTION,
    stack = SPILE_RECORD_STACK,
    text = SPILE_RECORD_TEXT,
    raw = SPILE_RECORD_RAW,
    sched_switch = SPILE_RECORD_SCHED_SWITCH,
};

enum class WhenFull : u8 { overwrite, drop };

constexpr unsigned all_cpus = ~0u;
constexpr u32 max_payload_bytes = block_bytes - sizeof(spile_record);

class Consumer; // reader side of one lane

class Ring {
  public:
    // 4 KB blocks for each possible CPU, rounded up to a power of two, 2 at least.
    // `wake_cookie` goes to spile_ring_wake(), unless it is null.
    // Errors: no_memory, invalid (0 or past 4 GB).
    static Result<Box<Ring>> create(u32 blocks_per_cpu, void *wake_cookie = nullptr);
    // No writer and no reader may be left.
    ~Ring();
    Ring(const Ring &) = delete;
    Ring &operator=(const Ring &) = delete;

    // --- Hit path. Contexts: task, softirq, IRQ, NMI. Preemption: off, and `cpu_offset`
    // --- is this CPU's spile_cpu_offset(). Locks: none. Allocation: none.

    // Payload of a new record, 8-byte aligned; nullptr when the event is lost (counted).
    // `context` is spile_task_context(). One commit() or discard() must follow a success,
    // in the same context; records may nest. Unused bytes of the payload hold old data:
    // the caller writes all that it asked for, and what rounds it up to 8 is zeroed here.
    void *reserve(unsigned long cpu_offset, RecordType type, u32 payload_bytes, u64 context,
                  u64 time_ns);
    void commit(unsigned long cpu_offset) { lane_at(cpu_offset).leave(); }
    // Instead of commit(): the event counts nowhere.
    void discard(unsigned long cpu_offset, void *payload)
    {
        lane_at(cpu_offset).discard(static_cast<spile_record *>(payload) - 1);
    }
    // reserve, write, commit. False when the event is lost (counted).
    bool write_function(unsigned long cpu_offset, u64 context, u64 time_ns, u64 ip, u64 parent_ip);

    // --- Task context.

    void set_when_full(WhenFull mode);
    WhenFull when_full() const { return when_full_; }
    u32 blocks_per_cpu() const { return blocks_; }
    u64 bytes_per_cpu() const { return u64{blocks_} << block_shift; }

    // `cpu` is a possible CPU, or all_cpus for the sums.
    RingStats stats(unsigned cpu);
    // Anything a ConsumingReader would find?
    bool empty(unsigned cpu = all_cpus);
    // Forgets all records that are complete now, and sets the counters to 0.
    void reset(unsigned cpu = all_cpus);

    // Asks the writers of `cpu` to wake once, at the next commit. True: nothing is there
    // yet. False: there is something. A commit that runs at this very moment on another
    // CPU may be missed, as commits have no full barrier: before it waits, the caller
    // makes every CPU pass one (spile_wait_arm() does) and asks again.
    bool arm_wake(unsigned cpu = all_cpus);

    // Held over a whole run of reading by ConsumingReader and by reset().
    Mutex &reader_mutex() { return reader_mutex_; }
    Lane &lane(unsigned cpu);
    Consumer &consumer(unsigned cpu) { return *consumers_[cpu]; }

  private:
    Ring(u32 blocks, void *cookie);
    template <typename T, typename... Args> friend Result<Box<T>> make_box(Args &&...args);
    Result<void> allocate();
    Result<void> allocate_cpu(unsigned cpu);
    Lane &lane_at(unsigned long cpu_offset)
    {
        return *reinterpret_cast<Lane *>(reinterpret_cast<char *>(lanes_) + cpu_offset);
    }

    static void fill_function(spile_record *record, u64 context, u64 time_ns, u64 ip,
                              u64 parent_ip);
    static bool write_function_slow(Lane &lane, u64 context, u64 time_ns, u64 ip, u64 parent_ip);

    Lane *lanes_ = nullptr; // per-CPU base
    u32 blocks_;
    WhenFull when_full_ = WhenFull::overwrite;
    void *cookie_;
    Mutex reader_mutex_{"spile ring reader"};
    Vec<Box<Consumer>> consumers_; // by CPU; empty for impossible ones
};

[[gnu::always_inline]] inline void *Ring::reserve(unsigned long cpu_offset, RecordType type, u32 payload_bytes,
                           u64 context, u64 time_ns)
{
    Lane &lane = lane_at(cpu_offset);
    if (__builtin_expect(payload_bytes > max_payload_bytes, 0)) {
        local_add(lane.refused, 1);
        return nullptr;
    }
    u64 words = (sizeof(spile_record) + payload_bytes + 7) / 8;
    spile_record *record = lane.reserve(words * 8);
    if (__builtin_expect(!record, 0))
        return nullptr;
    record->word = context | static_cast<u64>(type) << SPILE_RECORD_TYPE_SHIFT |
                   words << SPILE_RECORD_WORDS_SHIFT;
    record->time_ns = time_ns;
    if (payload_bytes % 8) // constant for most callers
        *(reinterpret_cast<u64 *>(record) + words - 1) = 0;
    return record + 1;
}

inline void Ring::fill_function(spile_record *record, u64 context, u64 time_ns, u64 ip,
                                u64 parent_ip)
{
    constexpr u64 words = (sizeof(spile_record) + sizeof(spile_record_function)) / 8;
    record->word = context | u64{SPILE_RECORD_FUNCTION} << SPILE_RECORD_TYPE_SHIFT |
                   words << SPILE_RECORD_WORDS_SHIFT;
    record->time_ns = time_ns;
    auto *function = reinterpret_cast<spile_record_function *>(record + 1);
    function->ip = ip;
    function->parent_ip = parent_ip;
}

[[gnu::always_inline]] inline bool Ring::write_function(unsigned long cpu_offset, u64 context, u64 time_ns, u64 ip,
                                 u64 parent_ip)
{
    Lane &lane = lane_at(cpu_offset);
    spile_record *record;
    if (__builtin_expect(
            !lane.reserve_fast(sizeof(spile_record) + sizeof(spile_record_function), record), 0))
        return write_function_slow(lane, context, time_ns, ip, parent_ip);
    fill_function(record, context, time_ns, ip, parent_ip);
    lane.leave();
    return true;
}

} // namespace spile
