// SPDX-License-Identifier: GPL-2.0
// CpuMasks: the sets of CPUs that a filter names, CPUS{0-3,7}, one after the other.
#pragma once

#include "base/vec.hh"

namespace spile
{

class CpuMasks {
  public:
    // `cpus`: how many there can be, glue's spile_cpu_limit().
    explicit CpuMasks(u32 cpus) : cpus_(cpus) {}

    u32 cpus() const { return cpus_; }
    usize words() const { return (cpus_ + bits_per_word - 1) / bits_per_word; }
    const usize *mask(u32 at) const { return bits_.data() + at; }
    bool has(u32 at, u32 cpu) const
    {
        return cpu < cpus_ && (mask(at)[cpu / bits_per_word] >> cpu % bits_per_word & 1);
    }
    u32 count(u32 at) const;
    // Of a set that is not empty.
    u32 first(u32 at) const;

    // A list as the kernel's cpulist has it: numbers and ranges, "all", "N" for the last
    // CPU, "0-15:2/4" for two of each four. Returns where the mask begins.
    // Errors: invalid (no list, or a CPU that cannot be), no_memory.
    Result<u32> add(Text list);

  private:
    enum : u32 { bits_per_word = 8 * sizeof(usize) };
    u32 cpus_;
    Vec<usize> bits_;
};

} // namespace spile
