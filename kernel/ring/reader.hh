// SPDX-License-Identifier: GPL-2.0
// Readers: records of all CPUs, or of one, oldest first.
#pragma once

#include "base/vec.hh"
#include "ring/ring.hh"
#include "ring/snapshot_part.hh"
#include "uapi/spile/record.h"

namespace spile {

// A record on its way to the user. Valid until the reader advances.
struct Entry {
    const spile_entry *record = nullptr;
    u32 bytes = 0; // of the record, rounded up to 4
    u64 time_ns = 0;
    unsigned cpu = 0;
    // Events lost on this CPU just before the record.
    u64 lost = 0;

    Entry() = default;
    Entry(const spile_entry *record, u32 bytes, u64 time, unsigned cpu)
        : record(record), bytes(bytes), time_ns(time), cpu(cpu)
    {
    }
    Entry(const EventWalk &at, unsigned cpu, u64 lost)
        : record(reinterpret_cast<const spile_entry *>(at.payload())), bytes(at.payload_bytes()),
          time_ns(at.time()), cpu(cpu), lost(lost)
    {
    }

    // Id of its event, the kernel's common_type.
    u32 type() const { return static_cast<u16>(record->word); }
    u64 context() const { return record->word; }
    u32 pid() const { return static_cast<u32>(record->word >> 32); }
    // What follows the common fields.
    u32 payload_bytes() const { return bytes - sizeof(spile_entry); }
    template <typename T> const T *payload() const
    {
        return reinterpret_cast<const T *>(record + 1);
    }
};

// Records one by one.
class EntryReader {
  public:
    EntryReader() = default;
    virtual ~EntryReader() = default;
    EntryReader(const EntryReader &) = delete;
    EntryReader &operator=(const EntryReader &) = delete;
    static void operator delete(void *) {} // Box frees the storage

    // The next record, nullptr when there is none. Valid until advance(). Default: none.
    virtual const Entry *peek();
    virtual void advance();
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
    ~ConsumingReader();
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
// overtake it; it then says how many records it missed and goes on with what is left.
class SnapshotReader final : public EntryReader {
  public:
    // Errors: no_memory.
    static Result<Box<SnapshotReader>> create(Ring &ring, unsigned cpu = all_cpus);
    const Entry *peek() override;
    void advance() override;

  private:
    explicit SnapshotReader(Ring &ring) : ring_(ring) {}
    template <typename T, typename... Args> friend Result<Box<T>> make_box(Args &&...args);
    Result<void> add(unsigned cpu);

    Ring &ring_;
    Vec<Box<SnapshotPart>> parts_;
    SnapshotPart *current_ = nullptr;
    Entry entry_;
};

} // namespace spile
