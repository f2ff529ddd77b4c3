// SPDX-License-Identifier: GPL-2.0
// Stacks as records: of the kernel's functions, and of the running program.
// Contexts: any; preemption off. No lock, no allocation.
#pragma once

#include "tracer/target.hh"

namespace spile {

// What comes behind each event of an instance, by options/stacktrace and userstacktrace.
enum class Extra : u32 {
    stack = 1,
    user_stack = 2,
};

[[gnu::noinline]] void record_stack(TraceTarget &target, usize cpu_offset);
[[gnu::noinline]] void record_user_stack(TraceTarget &target, usize cpu_offset);
[[gnu::noinline]] void record_extras(TraceTarget &target, usize cpu_offset, u32 extras);

// After the commit of an event.
[[gnu::always_inline]] inline void record_what_follows(TraceTarget &target, usize cpu_offset)
{
    if (u32 extras = target.extras()) [[unlikely]]
        record_extras(target, cpu_offset, extras);
}

} // namespace spile
