// SPDX-License-Identifier: GPL-2.0
#include "output/records.hh"

namespace spile {

void print_stack(Printer &out, const Entry &entry, SymbolPrinter &symbols,
                 const OutputOptions &options)
{
    out.text("<stack trace>\n");
    const auto *stack = entry.payload<spile_record_stack>();
    if (entry.payload_bytes() < sizeof(*stack))
        return;
    u32 room = (entry.payload_bytes() - sizeof(*stack)) / sizeof(stack->ips[0]);
    for (u32 i = 0; i < min(static_cast<u32>(stack->depth), room); ++i) {
        out.text(" => ");
        symbols.print(out, stack->ips[i], options);
        out.ch('\n');
    }
}

} // namespace spile
