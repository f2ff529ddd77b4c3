// SPDX-License-Identifier: GPL-2.0
// Which way a ring is written. Chosen when something starts to record, never at a hit.
#pragma once

#include "base/types.hh"

namespace spile {

enum class Direction : u8 {
    forward,  // ring.hh: sub-buffers, consuming readers
    backward, // backward_ring.hh: from the end down, read newest first
};

} // namespace spile
