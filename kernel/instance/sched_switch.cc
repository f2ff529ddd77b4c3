// SPDX-License-Identifier: GPL-2.0
#include "sched_switch.hh"

#include "glue/sched.h"
#include "tracer/record.hh"
#include "tracer/stack.hh"

namespace spile {

Result<void> SchedSwitch::enable(bool on)
{
    Locked lock(mutex_);
    if (on == enabled_)
        return Ok{};
    if (on)
        TRY(from_c(spile_sched_hooks_get()));
    store_relaxed(enabled_, on);
    if (!on)
        spile_sched_hooks_put();
    return Ok{};
}

void SchedSwitch::record(const spile_record_sched_switch &what, usize cpu_offset)
{
    if (!enabled() || !target_.admits_any_task(cpu_offset))
        return;
    auto write = [&](spile_record_sched_switch &record) { record = what; };
    if (record_either_way<spile_record_sched_switch>(target_, cpu_offset,
                                                     SPILE_RECORD_SCHED_SWITCH, 0, write))
        record_what_follows(target_, cpu_offset);
}

} // namespace spile
