// SPDX-License-Identifier: GPL-2.0
#include "sched_switch.hh"

#include "glue/sched.h"
#include "tracer/record.hh"

namespace spile {

Result<void> SchedSwitch::enable(bool on)
{
    Locked lock(mutex_);
    if (on == enabled())
        return Ok{};
    if (on)
        TRY(from_c(spile_sched_hooks_get()));
    Into wanted = target_.direction() == Direction::forward ? Into::forward : Into::backward;
    store_relaxed(into_, on ? wanted : Into::nothing);
    if (!on)
        spile_sched_hooks_put();
    return Ok{};
}

void SchedSwitch::record(const spile_record_sched_switch &what, usize cpu_offset)
{
    Into into = load_relaxed(into_);
    if (into == Into::nothing || !target_.admits_any_task(cpu_offset))
        return;
    if (into == Into::forward)
        write<Direction::forward>(what, cpu_offset);
    else
        write<Direction::backward>(what, cpu_offset);
}

template <Direction direction>
void SchedSwitch::write(const spile_record_sched_switch &what, usize cpu_offset)
{
    RecordIn<spile_record_sched_switch, direction> record(target_, cpu_offset,
                                                          SPILE_RECORD_SCHED_SWITCH);
    if (record)
        *record = what;
}

} // namespace spile
