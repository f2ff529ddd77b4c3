// SPDX-License-Identifier: GPL-2.0
// Gate: the Patcher over the kernel's ftrace.
#pragma once

#include "ops/patcher.hh"

namespace spile {

class Gate final : public Patcher {
  public:
    Result<void> apply(const PatchPlan &plan) override;

  private:
    Result<void> set_to(const CallSites &sites);
    bool everything_ = false; // the kernel's filter is empty: all sites
};

} // namespace spile
