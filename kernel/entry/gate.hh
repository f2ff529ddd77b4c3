// SPDX-License-Identifier: GPL-2.0
// Gate: the Patcher over the kernel's ftrace.
#pragma once

#include "ops/patcher.hh"

namespace spile {

class Gate final : public Patcher {
  public:
    Result<void> apply(const PatchPlan &plan) override;
    void clear() override;

  private:
    enum class State : u8 { closed, listed, everything };
    Result<void> go_to(State wanted, const PatchPlan &plan);
    static Result<SiteList> list_of(const CallSites &sites);
    State state_ = State::closed;
};

} // namespace spile
