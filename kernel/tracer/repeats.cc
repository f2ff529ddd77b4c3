// SPDX-License-Identifier: GPL-2.0
#include "tracer/repeats.hh"

#include "tracer/record.hh"

namespace spile {

namespace {

constexpr u32 most = 0xffff; // what fits in a record

} // namespace

Result<Box<Repeats>> Repeats::create()
{
    Box<Repeats> made = TRY(make_box<Repeats>());
    made->percpu_ = static_cast<Last *>(spile_alloc_percpu(sizeof(Last), alignof(Last)));
    if (!made->percpu_)
        return Errno::no_memory;
    return made;
}

bool Repeats::take(TraceTarget &target, const Hit &hit)
{
    Last &last = this->last(hit.cpu_offset);
    if (last.ip == hit.ip && last.parent_ip == hit.parent_ip && last.count < most) {
        last.time = target.now(hit.cpu_offset);
        ++last.count;
        target.count_repeated(hit.cpu_offset);
        return true;
    }
    Last before = last;
    last = {hit.ip, hit.parent_ip, 0, 0};
    if (!before.count)
        return false;
    u64 delta = target.now(hit.cpu_offset) - before.time;
    record_either_way<spile_record_func_repeats>(
        target, hit.cpu_offset, SPILE_RECORD_FUNC_REPEATS, 0,
        [&](spile_record_func_repeats &record) {
            record.ip = before.ip;
            record.parent_ip = before.parent_ip;
            record.count = static_cast<u16>(before.count);
            record.delta_top = static_cast<u16>(delta >> 32);
            record.delta_bottom = static_cast<u32>(delta);
        });
    return false;
}

void Repeats::forget()
{
    for_each_cpu(all_cpus, [&](unsigned cpu) { last(spile_cpu_offset(cpu)) = {}; });
}

} // namespace spile
