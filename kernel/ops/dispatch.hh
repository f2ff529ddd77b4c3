// SPDX-License-Identifier: GPL-2.0
// Dispatch: site -> group of sets -> ops, and one switch on the op's kind.
//
// Contexts: any, NMI included; the caller has preemption off and holds the
// recursion guard. No lock, no allocation, no sleep. No indirect call, but for
// OpKind::callback, which is another module's function by definition.
#pragma once

#include "arch/local.hh"
#include "ops/call_sites.hh"
#include "ops/hit.hh"
#include "ops/op.hh"

namespace spile {

[[gnu::always_inline]] inline void count_hit(const Op &op, usize cpu_offset)
{
    local_add(*reinterpret_cast<u64 *>(static_cast<char *>(op.percpu) + cpu_offset), 1);
}

// `Runner` gives what lies above ops: function(), function_backward(), function_more(),
// command(), callback().
//
// The rest of a walk from `link` of `*list` on, with all kinds of ops. Apart, so that
// a hit of counting ops alone needs no stack frame.
template <typename Runner>
[[gnu::noinline]] void dispatch_all(OpList *const *list, OpLink *link, uptr ip, uptr parent_ip,
                                    usize cpu_offset, void *regs)
{
    Hit hit{ip, parent_ip, cpu_offset, regs}; // six arguments: they travel in registers
    Runner runner;
    for (;;) {
        for (; link; link = load_acquire(link->next)) {
            Op &op = *link->op;
            switch (load_relaxed(op.kind)) {
            case OpKind::count:
                count_hit(op, hit.cpu_offset);
                break;
            case OpKind::function:
                runner.function(op, hit);
                break;
            case OpKind::function_backward:
                runner.function_backward(op, hit);
                break;
            case OpKind::function_more:
                runner.function_more(op, hit);
                break;
            case OpKind::command:
                runner.command(op, hit);
                break;
            case OpKind::callback:
                runner.callback(op, hit);
                break;
            }
        }
        if (!*++list)
            return;
        link = load_acquire((*list)->first);
    }
}

// The last op of a walk, when it is a function tracer.
template <typename Runner>
[[gnu::noinline]] void dispatch_function(const Op &op, uptr ip, uptr parent_ip, usize cpu_offset)
{
    Runner runner;
    runner.function(op, Hit{ip, parent_ip, cpu_offset, nullptr});
}

template <typename Runner>
[[gnu::noinline]] void dispatch_function_backward(const Op &op, uptr ip, uptr parent_ip,
                                                  usize cpu_offset)
{
    Runner runner;
    runner.function_backward(op, Hit{ip, parent_ip, cpu_offset, nullptr});
}

template <typename Runner>
[[gnu::always_inline]] inline void dispatch(const CallSites &sites, uptr ip, uptr parent_ip,
                                            usize cpu_offset, void *regs)
{
    for (OpList *const *list = sites.lists_for(ip); *list; ++list)
        for (OpLink *link = load_acquire((*list)->first); link; link = load_acquire(link->next)) {
            Op &op = *link->op;
            OpKind kind = load_relaxed(op.kind);
            if (kind != OpKind::count) [[unlikely]] {
                // The function tracer alone, by far the most common case, needs no loop.
                if (kind == OpKind::function && !load_relaxed(link->next) && !list[1])
                    return dispatch_function<Runner>(op, ip, parent_ip, cpu_offset);
                if (kind == OpKind::function_backward && !load_relaxed(link->next) && !list[1])
                    return dispatch_function_backward<Runner>(op, ip, parent_ip, cpu_offset);
                return dispatch_all<Runner>(list, link, ip, parent_ip, cpu_offset, regs);
            }
            count_hit(op, cpu_offset);
        }
}

} // namespace spile
