// SPDX-License-Identifier: GPL-2.0
#include "tracer/stack.hh"

#include "glue/stack.h"
#include "tracer/record.hh"

namespace spile {

namespace {

constexpr u32 most_frames = 64;

} // namespace

void record_stack(TraceTarget &target, usize cpu_offset)
{
    [[gnu::uninitialized]] unsigned long frames[most_frames];
    u32 depth = spile_stack_save(frames, most_frames);
    record_either_way<spile_record_stack>(
        target, cpu_offset, SPILE_RECORD_STACK, depth * static_cast<u32>(sizeof(u64)),
        [&](spile_record_stack &record) {
            record.depth = static_cast<i32>(depth);
            record.spare = 0;
            for (u32 i = 0; i < depth; ++i)
                record.ips[i] = frames[i];
        });
}

void record_user_stack(TraceTarget &target, usize cpu_offset)
{
    unsigned long frames[SPILE_USER_STACK_DEPTH] = {};
    u32 tgid = 0;
    if (!spile_user_stack_save(frames, SPILE_USER_STACK_DEPTH, &tgid))
        return;
    record_either_way<spile_record_user_stack>(
        target, cpu_offset, SPILE_RECORD_USER_STACK, 0, [&](spile_record_user_stack &record) {
            record.tgid = tgid;
            record.spare = 0;
            for (u32 i = 0; i < SPILE_USER_STACK_DEPTH; ++i)
                record.ips[i] = frames[i];
        });
}

void record_extras(TraceTarget &target, usize cpu_offset, u32 extras)
{
    if (extras & static_cast<u32>(Extra::stack))
        record_stack(target, cpu_offset);
    if (extras & static_cast<u32>(Extra::user_stack))
        record_user_stack(target, cpu_offset);
}

} // namespace spile
