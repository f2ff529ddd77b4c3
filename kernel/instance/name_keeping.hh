// SPDX-License-Identifier: GPL-2.0
// NameKeeping: whether an instance has the names and thread groups of tasks noted, by
// what it does and which options are on. As in the kernel, markers alone note nothing.
#pragma once

#include "base/result.hh"

namespace spile {

class NameKeeping {
  public:
    NameKeeping() = default;
    ~NameKeeping() { (void)change({}); }
    NameKeeping(const NameKeeping &) = delete;
    NameKeeping &operator=(const NameKeeping &) = delete;

    // Task context, one at a time. Errors: no_memory, not_found; all is then as before.
    Result<void> tracer_runs(bool yes);
    Result<void> events_run(bool yes);
    Result<void> record_names(bool yes); // options/record-cmd: of tasks that make events
    Result<void> record_tgids(bool yes); // options/record-tgid

  private:
    struct State {
        bool tracer = false;
        bool events = false;
        bool record_names = false;
        bool record_tgids = false;

        bool names() const { return tracer || (events && record_names); }
        bool tgids() const { return record_tgids && (tracer || events); }
    };
    Result<void> change(State next);

    State state_;
};

} // namespace spile
