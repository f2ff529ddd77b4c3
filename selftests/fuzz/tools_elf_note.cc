// SPDX-License-Identifier: GPL-2.0
// The ELF note reader on bytes that may be anything.
#include <cstdint>

#include "buildid/elf_note.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    spile::buildid::MemoryImage image({data, size});
    auto id = spile::buildid::read_elf_note(image);
    if (id.size > spile::buildid::BuildId::max_bytes) __builtin_trap();
    return 0;
}
