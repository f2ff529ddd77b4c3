// SPDX-License-Identifier: GPL-2.0
#pragma once

#include "base/types.hh"

namespace spile {

// Two words that change in one instruction.
struct alignas(16) U64Pair {
    u64 low;
    u64 high;
};

} // namespace spile
