// SPDX-License-Identifier: GPL-2.0
#include "name_keeping.hh"

#include "glue/names.h"

namespace spile {

// First what may fail, then what goes.
Result<void> NameKeeping::change(State next)
{
    bool names = next.names() && !state_.names();
    if (names)
        TRY(from_c(spile_names_get()));
    if (next.tgids() && !state_.tgids()) {
        Result<void> tgids = from_c(spile_tgids_get());
        if (!tgids) {
            if (names)
                spile_names_put();
            return tgids;
        }
    }
    if (!next.names() && state_.names())
        spile_names_put();
    if (!next.tgids() && state_.tgids())
        spile_tgids_put();
    state_ = next;
    return Ok{};
}

Result<void> NameKeeping::tracer_runs(bool yes)
{
    State next = state_;
    next.tracer = yes;
    return change(next);
}

Result<void> NameKeeping::events_run(bool yes)
{
    State next = state_;
    next.events = yes;
    return change(next);
}

Result<void> NameKeeping::record_names(bool yes)
{
    State next = state_;
    next.record_names = yes;
    return change(next);
}

Result<void> NameKeeping::record_tgids(bool yes)
{
    State next = state_;
    next.record_tgids = yes;
    return change(next);
}

} // namespace spile
