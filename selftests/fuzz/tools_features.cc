// SPDX-License-Identifier: GPL-2.0
// Features: what can be read must be written as the same bytes.
#include <cstdint>
#include <vector>

#include "perfdata/error.h"
#include "perfdata/features.h"

using namespace spile::perfdata;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    if (size < 2) return 0;
    const Feature &one = feature_of(data[0] % 32);
    ByteOrder order((data[1] & 1) != 0);
    std::vector<std::uint8_t> bytes(data + 2, data + size);
    try {
        Items items = one.read(bytes, order);
        if (one.write(items, order) != bytes) __builtin_trap();
        static_cast<void>(one.print(items));
    } catch (const Error &) {
    }
    return 0;
}
