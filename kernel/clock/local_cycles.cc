// SPDX-License-Identifier: GPL-2.0
#include "clock/local_cycles.hh"

namespace spile {

void LocalCycles::read(const Cycles &source, Numbers &numbers)
{
    u32 now = load_relaxed(source.sequence);
    do {
        numbers.sequence = now;
        compiler_barrier();
        numbers.scale = source.scales[now & 1];
        compiler_barrier();
        now = load_relaxed(source.sequence);
    } while (now != numbers.sequence);
}

// Contract: as now_ns(). One that interrupts another's copying takes no copy.
[[gnu::noinline]] u64 LocalCycles::now_and_copy()
{
    Numbers numbers;
    read(*source_, numbers);
    if (!copying_) {
        copying_ = 1;
        compiler_barrier();
        shift_ = numbers.scale.shift;
        multiplier_ = numbers.scale.multiplier;
        offset_ns_ = numbers.scale.offset_ns;
        compiler_barrier();
        sequence_ = numbers.sequence;
        compiler_barrier();
        copying_ = 0;
    }
    return Cycles::scaled(Cycles::count(), numbers.scale.multiplier, numbers.scale.shift) +
           numbers.scale.offset_ns;
}

} // namespace spile
