// SPDX-License-Identifier: GPL-2.0
#include "output/latency_flags.hh"

namespace spile {

namespace {

// Of ContextBits::flags.
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

ContextBits context_bits(u64 context)
{
    return {static_cast<u32>(context >> 16 & 0xff), static_cast<u32>(context >> 24 & 15),
            static_cast<u32>(context >> 28 & 15)};
}

LatencyFlags latency_flags(u64 context)
{
    ContextBits bits = context_bits(context);
    return {{irq_column(bits.flags), resched_column(bits.flags), level_column(bits.flags),
             depth_column(bits.preempt_depth), depth_column(bits.migrate_depth)}};
}

} // namespace spile
