// SPDX-License-Identifier: GPL-2.0
#include "tracer/readers.hh"

namespace spile {

Result<Readers> Readers::create()
{
    Readers readers;
    readers.ring_ = TRY(WaitQueue::create());
    TRY(readers.cpus_.reserve(spile_cpu_limit()));
    for (unsigned cpu = 0; cpu < spile_cpu_limit(); ++cpu)
        readers.cpus_.push_reserved(spile_cpu_next(cpu) == cpu ? TRY(WaitQueue::create())
                                                               : WaitQueue());
    return readers;
}

void Readers::wake(unsigned cpu, u32 who) const
{
    if (who & SPILE_WAKE_RING)
        ring_.wake();
    if (who & SPILE_WAKE_CPU)
        cpus_[cpu].wake();
}

void Readers::wake_all() const
{
    ring_.wake();
    for (unsigned cpu = spile_cpu_next(0); cpu < spile_cpu_limit(); cpu = spile_cpu_next(cpu + 1))
        cpus_[cpu].wake();
}

} // namespace spile
