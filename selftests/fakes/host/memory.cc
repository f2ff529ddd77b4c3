// SPDX-License-Identifier: GPL-2.0
// Memory that can fail on demand and knows what is not freed. Four CPUs, of which
// number 2 is not possible.
#include "glue/area.h"
#include "glue/memory.h"
#include "glue/pages.h"

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "selftests/fakes/fakes.hh"

#if defined(__has_feature) // clang's way to say it
#if __has_feature(address_sanitizer)
#define __SANITIZE_ADDRESS__ 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/asan_interface.h>
#else
#define ASAN_POISON_MEMORY_REGION(start, size) ((void)(start), (void)(size))
#define ASAN_UNPOISON_MEMORY_REGION(start, size) ((void)(start), (void)(size))
#endif

namespace spile::fakes {
namespace {

constexpr unsigned cpu_limit = 4;
constexpr unsigned impossible_cpu = 2;
constexpr usize cpu_stride = 8192; // from one CPU's copy to the next
constexpr usize page = 4096;

std::atomic<usize> live{0}, asked{0}, failed{0}, fail_from{0};
std::atomic<bool> fail_onwards{false};

bool fails()
{
    usize now = ++asked;
    usize from = fail_from;
    bool failing = from && (fail_onwards ? now >= from : now == from);
    failed += failing;
    return failing;
}

void *zeroed(usize align, usize bytes)
{
    usize rounded = (bytes + align - 1) / align * align;
    void *memory = aligned_alloc(align, rounded ? rounded : align);
    std::memset(memory, 0, rounded ? rounded : align);
    if (rounded)
        ASAN_POISON_MEMORY_REGION(static_cast<char *>(memory) + bytes, rounded - bytes);
    ++live;
    return memory;
}

// A ring is large and mostly never touched: calloc() of so much touches no page of it.
constexpr usize large = usize{1} << 19;
void *zeroed_large(usize bytes)
{
    void *memory = std::calloc(1, bytes);
    live += memory != nullptr;
    return memory;
}

} // namespace

void fail_allocation(usize nth, bool onwards)
{
    if (nth)
        asked = failed = 0;
    fail_from = nth;
    fail_onwards = onwards;
}

usize allocations() { return asked; }
usize failed_allocations() { return failed; }
usize live_memory() { return live; }

} // namespace spile::fakes

using namespace spile;
using namespace spile::fakes;

extern "C" {

void *spile_alloc(unsigned long bytes)
{
    if (fails())
        return nullptr;
    return bytes >= large ? zeroed_large(bytes) : zeroed(bytes >= page ? page : 16, bytes);
}

void spile_free(void *memory)
{
    live -= memory != nullptr;
    std::free(memory);
}

void *spile_alloc_percpu(unsigned long bytes, unsigned long align)
{
    if (bytes > cpu_stride || align > page) {
        std::fprintf(stderr, "%lu bytes of per-CPU memory are too many\n", bytes);
        std::abort();
    }
    if (fails())
        return nullptr;
    char *base = static_cast<char *>(zeroed(page, cpu_limit * cpu_stride));
    for (unsigned cpu = 0; cpu < cpu_limit; ++cpu) {
        usize used = cpu == impossible_cpu ? 0 : bytes;
        ASAN_POISON_MEMORY_REGION(base + cpu * cpu_stride + used, cpu_stride - used);
    }
    return base;
}

void spile_free_percpu(void *base) { spile_free(base); }

unsigned long spile_cpu_offset(unsigned int cpu) { return cpu * cpu_stride; }

unsigned int spile_cpu_next(unsigned int cpu)
{
    cpu += cpu == impossible_cpu;
    return cpu < cpu_limit ? cpu : cpu_limit;
}

unsigned int spile_cpu_limit(void) { return cpu_limit; }

void *spile_pages_alloc(unsigned int order, unsigned int)
{
    return fails() ? nullptr : zeroed(page << order, page << order);
}

void spile_pages_free(void *pages, unsigned int) { spile_free(pages); }

void *spile_area_alloc(unsigned long bytes, unsigned int)
{
    if (fails())
        return nullptr;
    return bytes >= large ? zeroed_large(bytes) : zeroed(page, bytes);
}

void spile_area_free(void *area) { spile_free(area); }

int spile_pages_suffice(unsigned long pages) { return pages < 1ul << 20; }

int spile_cpu_online(unsigned int cpu) { return cpu < cpu_limit && cpu != impossible_cpu; }

} // extern "C"
