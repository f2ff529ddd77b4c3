// SPDX-License-Identifier: GPL-2.0
// Memory on the host: zeroed, aligned and able to fail as in the kernel. Per-CPU
// data is an array of equal parts, one for each of four CPUs.
#include "memory.hh"

#include <stdlib.h>
#include <string.h>

#include <atomic>

#include "glue/memory.h"

namespace {

constexpr unsigned long percpu_room = 1ul << 16;

std::atomic<int> good_ones{-1};
std::atomic<long> alive{0};

void *allocate(unsigned long bytes, unsigned long align)
{
    if (good_ones >= 0 && good_ones-- == 0)
        return nullptr;
    // A size that is a multiple of `align`, as aligned_alloc wants it; the
    // sanitizer still sees an overrun of a whole object.
    void *memory = nullptr;
    if (posix_memalign(&memory, align < 16 ? 16 : align, bytes ? bytes : 1))
        return nullptr;
    memset(memory, 0, bytes);
    ++alive;
    return memory;
}

} // namespace

namespace spile::fake {

void fail_allocation_after(int good) { good_ones = good; }
long allocations_alive() { return alive; }

} // namespace spile::fake

extern "C" {

void *spile_alloc(unsigned long bytes) { return allocate(bytes, bytes >= 4096 ? 4096 : 16); }

void spile_free(void *memory)
{
    if (memory)
        --alive;
    free(memory);
}

void *spile_alloc_percpu(unsigned long bytes, unsigned long align)
{
    return bytes <= percpu_room ? allocate(percpu_room * spile::fake::cpus, align) : nullptr;
}

void spile_free_percpu(void *base) { spile_free(base); }

unsigned long spile_cpu_offset(unsigned int cpu) { return cpu * percpu_room; }
unsigned int spile_cpu_next(unsigned int cpu) { return cpu < spile::fake::cpus ? cpu : spile::fake::cpus; }
unsigned int spile_cpu_limit(void) { return spile::fake::cpus; }
int spile_cpu_online(unsigned int cpu) { return cpu < spile::fake::cpus; }

}
