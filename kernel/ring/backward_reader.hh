// SPDX-License-Identifier: GPL-2.0
// BackwardReader: records of a backward ring, of all CPUs or of one, oldest first (`trace`).
#pragma once

#include "ring/backward_ring.hh"
#include "ring/reader.hh"

namespace spile {

// Shows what was there when it was created, and needs the ring no more then.
class BackwardReader final : public EntryReader {
  public:
    // Errors: no_memory.
    static Result<Box<BackwardReader>> create(BackwardRing &ring, unsigned cpu = all_cpus);
    const Entry *peek() override;
    void advance() override;

  private:
    struct Part {
        unsigned cpu;
        Box<BackwardCopy> copy;
        Vec<u32> records; // offsets in the copy, newest first
        bool has_next() const { return !records.empty(); }
        const spile_backward_record &next() const;
    };

    BackwardReader() = default;
    template <typename T, typename... Args> friend Result<Box<T>> make_box(Args &&...args);
    Result<void> add(BackwardRing &ring, unsigned cpu);

    Vec<Part> parts_;
    Part *current_ = nullptr;
    Entry entry_;
};

} // namespace spile
