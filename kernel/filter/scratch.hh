// SPDX-License-Identifier: GPL-2.0
// FilterScratch: where strings are copied that a field only points to. For each CPU
// one room for each context that can interrupt another: task, softirq, IRQ, NMI.
#pragma once

#include "base/atomic.hh"
#include "base/result.hh"
#include "glue/current.h"
#include "glue/memory.h"
#include "glue/strings.h"

namespace spile
{

class FilterScratch {
  public:
    enum : u32 { room = 1024, levels = 4 };

    FilterScratch() = default;
    // Errors: no_memory.
    static Result<FilterScratch> create()
    {
        FilterScratch made;
        made.rooms_ = spile_alloc_percpu(sizeof(PerCpu), alignof(PerCpu));
        if (!made.rooms_)
            return Errno::no_memory;
        return spile::move(made);
    }
    FilterScratch(FilterScratch &&other) : rooms_(other.rooms_) { other.rooms_ = nullptr; }
    FilterScratch &operator=(FilterScratch &&other)
    {
        swap(rooms_, other.rooms_);
        return *this;
    }
    ~FilterScratch()
    {
        if (rooms_)
            spile_free_percpu(rooms_);
    }
    void *rooms() const { return rooms_; }

    // Calls use(text, length) with a copy of the string at `address` and returns what it
    // says; false where the string cannot be read, or all rooms are taken.
    // Hot: any context, NMI included; preemption disabled; no lock, no allocation.
    template <typename Use>
    static bool with_string(void *rooms, u64 address, bool from_user, Use use)
    {
        auto &mine = *reinterpret_cast<PerCpu *>(static_cast<char *>(rooms) +
                                                 spile_cpu_offset(spile_current_cpu()));
        // Plain increments will do: who interrupts puts back what it found.
        u32 level = load_relaxed(mine.taken);
        if (level >= levels)
            return false;
        store_relaxed(mine.taken, level + 1);
        compiler_barrier();
        char *text = mine.text[level];
        long length =
            spile_fetch_string(text, room, static_cast<unsigned long>(address), from_user);
        bool verdict = length >= 0 && use(text, static_cast<usize>(length));
        compiler_barrier();
        store_relaxed(mine.taken, level);
        return verdict;
    }

  private:
    struct PerCpu {
        u32 taken;
        char text[levels][room];
    };
    void *rooms_ = nullptr;
};

} // namespace spile
