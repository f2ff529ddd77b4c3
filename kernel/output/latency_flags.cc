// SPDX-License-Identifier: GPL-2.0
#include "output/latency_flags.hh"

namespace spile {

namespace {

// Bits 16..23 of the context.
enum : u32 {
    irqs_off = 0x01,
    irqs_unknown = 0x02,
    need_resched = 0x04,
    hard_irq = 0x08,
    soft_irq = 0x10,
    preempt_resched = 0x20,
    nmi = 0x40,
    bh_off = 0x80,
};

char irq_column(u32 flags)
{
    if (flags & irqs_off)
        return flags & bh_off ? 'D' : 'd';
    if (flags & bh_off)
        return 'b';
    return flags & irqs_unknown ? 'X' : '.';
}

char resched_column(u32 flags)
{
    switch (flags & (need_resched | preempt_resched)) {
    case need_resched | preempt_resched:
        return 'N';
    case need_resched:
        return 'n';
    case preempt_resched:
        return 'p';
    default:
        return '.';
    }
}

char level_column(u32 flags)
{
    if (flags & nmi)
        return flags & hard_irq ? 'Z' : 'z';
    if (flags & hard_irq)
        return flags & soft_irq ? 'H' : 'h';
    return flags & soft_irq ? 's' : '.';
}

char depth_column(u32 depth) { return depth ? "0123456789abcdef"[depth & 15] : '.'; }

} // namespace

LatencyFlags latency_flags(u64 context)
{
    u32 flags = context >> 16 & 0xff;
    return {{irq_column(flags), resched_column(flags), level_column(flags),
             depth_column(context >> 24 & 15), depth_column(context >> 28 & 15)}};
}

} // namespace spile
