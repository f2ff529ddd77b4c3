// SPDX-License-Identifier: GPL-2.0
// Readers: records of all CPUs, or of one, oldest first.
#pragma once

#include "base/vec.hh"
#include "cursor.hh"
#include "ring.hh"

namespace spile {

constexpr u64 lost_unknown = ~u64{0};

// A record on its way to the user. Valid until the reader advances.
struct Entry {
    const spile_record *record = nullptr;
    unsigned cpu = 0;
    // Events lost on this CPU just before the record; lost_unknown: some.
    u64 lost = 0;

    RecordType type() const
    {
        return static_cast<RecordType>(record->word >> SPILE_RECORD_TYPE_SHIFT &
                                       SPILE_RECORD_TYPE_MASK);
    }
    u64 context() const { return record->word & ((u64{1} << SPILE_RECORD_TYPE_SHIFT) - 1); }
    u32 pid() const { return static_cast<u32>(record->word); }
    u64 time_ns() const { return record->time_ns; }
    u32 payload_bytes() const
    {
        return (record->word >> SPILE_RECORD_WORDS_SHIFT) * 8 - sizeof(spile_record);
    }
    template <typename T> const T *payload() const
    {
        return reinterpret_cast<const T *>(record + 1);
    }
};

// trace_pipe: what it advances over is gone. A short-lived object: it holds the ring's
// reader mutex from construction to destruction; what was peeked at but not advanced
// over stays in the ring for the next reader. No allocation.
//   ConsumingReader reader(ring);
//   while (const Entry *entry = reader.peek()) { ...; reader.advance(); }
class ConsumingReader {
  public:
    explicit ConsumingReader(Ring &ring, unsigned cpu = all_cpus)
        : ring_(ring), only_(cpu), locked_(ring.reader_mutex())
    {
    }
    // The oldest record that is there now, nullptr when there is none.
    const Entry *peek();
    // Consumes what peek() returned.
    void advance();

  private:
    Ring &ring_;
    unsigned only_;
    Locked locked_;
    Entry entry_;
};

// trace: walks what is complete when it is created and takes nothing away. Writers may
// overtake it; it then says lost_unknown and goes on with what is left.
class SnapshotReader {
  public:
    // Errors: no_memory.
    static Result<Box<SnapshotReader>> create(Ring &ring, unsigned cpu = all_cpus);
    const Entry *peek();
    void advance();

  private:
    explicit SnapshotReader(Ring &ring) : ring_(ring) {}
    template <typename T, typename... Args> friend Result<Box<T>> make_box(Args &&...args);
    Result<void> add(unsigned cpu);

    struct Part {
        unsigned cpu = 0;
        u64 stop = 0; // `committed` at creation
        bool overtaken = false;
        Cursor cursor;
    };

    Ring &ring_;
    Vec<Box<Part>> parts_;
    Part *current_ = nullptr;
    Entry entry_;
};

} // namespace spile
