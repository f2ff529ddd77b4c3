// SPDX-License-Identifier: GPL-2.0
// LocalCycles: one CPU's copy of the numbers that turn its cycles into ns, good for as long
// as the kernel's sequence says that they are the same. To look at the sequence alone is
// half the work of choosing the right half of the kernel's data and looking again.
#pragma once

#include "arch/cycles.hh"
#include "base/atomic.hh"

namespace spile {

class LocalCycles {
  public:
    // The kernel's data of this CPU. Before anybody reads.
    void set_source(const Cycles &source) { source_ = &source; }

    // Contexts: any, NMI included, on the CPU whose data it is. Locks: none. Allocation: none.
    [[gnu::always_inline]] u64 now_ns()
    {
        // The numbers change only behind a change of the sequence.
        if (__builtin_expect(u64{load_relaxed(source_->sequence)} != sequence_, 0))
            return now_and_copy();
        compiler_barrier();
        return Cycles::scaled(Cycles::count(), multiplier_, shift_) + offset_ns_;
    }

    // What now_ns() gives when the count is `cycles`.
    static u64 ns_of(const Cycles &source, u64 cycles)
    {
        Numbers numbers;
        read(source, numbers);
        return Cycles::scaled(cycles, numbers.scale.multiplier, numbers.scale.shift) +
               numbers.scale.offset_ns;
    }

  private:
    struct Numbers {
        Cycles::Scale scale;
        u32 sequence;
    };
    static void read(const Cycles &source, Numbers &numbers);
    u64 now_and_copy();

    const Cycles *source_ = nullptr;
    u64 sequence_ = ~u64{0}; // none has that
    u32 shift_ = 0;
    u64 multiplier_ = 0;
    u64 offset_ns_ = 0;
    u32 copying_ = 0;
};

} // namespace spile
