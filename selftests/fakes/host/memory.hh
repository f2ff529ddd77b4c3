// SPDX-License-Identifier: GPL-2.0
// What a host test can ask of the fake memory.
#pragma once

namespace spile::fake {

constexpr unsigned cpus = 4;

// The allocation after `good` more of them fails, once. Negative: none fails.
void fail_allocation_after(int good);

// Allocations that were not freed yet.
long allocations_alive();

} // namespace spile::fake
