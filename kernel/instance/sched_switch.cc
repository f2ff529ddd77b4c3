// SPDX-License-Identifier: GPL-2.0
#include "sched_switch.hh"

#include "glue/sched.h"
#include "glue/task.h"

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
    auto *record = static_cast<spile_record_sched_switch *>(
        target_.ring().reserve(cpu_offset, RecordType::sched_switch, sizeof(what),
                               spile_task_context(), target_.now(cpu_offset)));
    if (!record)
        return; // counted by the ring
    *record = what;
    target_.ring().commit(cpu_offset);
}

} // namespace spile
