// SPDX-License-Identifier: GPL-2.0
// Patcher: what turns counts into patched text. Two implementations: the
// kernel's gate (entry/gate.hh) and a recorder for tests (selftests/fakes).
#pragma once

#include "ops/call_sites.hh"

namespace spile {

// One change of the union of all filters.
struct PatchPlan {
    Span<const SiteId> on;  // 0 -> 1
    Span<const SiteId> off; // 1 -> 0
    const CallSites &after; // the union as it is to be
    bool everything;        // the union is every site of the table
};

class Patcher {
  public:
    // All or nothing where `off` is empty. Taking sites off never fails.
    // Errors: whatever the kernel says (no_memory, invalid, no_device).
    virtual Result<void> apply(const PatchPlan &plan) = 0;
    // Takes all sites off. Needs no memory: the last user can always go.
    virtual void clear() = 0;

  protected:
    ~Patcher() = default;
};

} // namespace spile
