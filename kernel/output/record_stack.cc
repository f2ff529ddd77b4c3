// SPDX-License-Identifier: GPL-2.0
#include "output/fields.hh"
#include "output/records.hh"

namespace spile {

namespace {

// Fn(address) for each that is there.
template <typename Fn> void each_address(const Entry &entry, Fn fn)
{
    const auto *stack = entry.payload<spile_record_stack>();
    if (entry.payload_bytes() < sizeof(*stack))
        return;
    u32 room = (entry.payload_bytes() - sizeof(*stack)) / sizeof(stack->ips[0]);
    for (u32 i = 0; i < min(static_cast<u32>(stack->depth), room); ++i)
        fn(stack->ips[i]);
}

} // namespace

void print_stack(Printer &out, const Entry &entry, SymbolPrinter &symbols,
                 const OutputOptions &options)
{
    out.text("<stack trace>\n");
    each_address(entry, [&](u64 address) {
        out.text(" => ");
        symbols.print(out, address, options);
        out.ch('\n');
    });
}

void print_stack_fields(Printer &out, const Entry &entry, SymbolPrinter &symbols)
{
    out.text("kernel_stack:");
    each_address(entry, [&](u64 address) { print_address_field(out, "caller", address, symbols); });
    out.ch('\n');
}

} // namespace spile
