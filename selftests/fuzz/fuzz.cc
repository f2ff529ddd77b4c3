// SPDX-License-Identifier: GPL-2.0
// Every target's entry: fakes as they start, one input, nothing left in memory.
#include "fuzz.hh"

#include <cstdlib>

namespace spile::fuzz {

void broken(const char *condition, const char *file, int line)
{
    std::fprintf(stderr, "%s:%d: does not hold: %s\n", file, line, condition);
    std::abort();
}

} // namespace spile::fuzz

// Short stacks of allocations and few freed ones kept: each input makes thousands.
extern "C" const char *__asan_default_options()
{
    return "malloc_context_size=6:quarantine_size_mb=32";
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    using namespace spile;
    fakes::reset();
    size_t before = fakes::live_memory();
    fuzz::Input in({reinterpret_cast<const char *>(data), size});
    fuzz::try_input(in);
    fakes::run_reaps();
    MUST(fakes::live_memory() == before);
    return 0;
}
