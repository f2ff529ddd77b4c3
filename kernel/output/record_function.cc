// SPDX-License-Identifier: GPL-2.0
#include "output/fields.hh"
#include "output/records.hh"

namespace spile {

namespace {

const spile_record_function *function_of(const Entry &entry)
{
    const auto *function = entry.payload<spile_record_function>();
    return entry.payload_bytes() >= sizeof(*function) ? function : nullptr;
}

} // namespace

void print_call(Printer &out, u64 ip, u64 parent_ip, SymbolPrinter &symbols,
                const OutputOptions &options)
{
    symbols.print(out, ip, options);
    if (options.print_parent && parent_ip) {
        out.text(" <-");
        symbols.print(out, parent_ip, options);
    }
}

void print_function(Printer &out, const Entry &entry, SymbolPrinter &symbols,
                    const OutputOptions &options)
{
    if (const auto *function = function_of(entry))
        print_call(out, function->ip, function->parent_ip, symbols, options);
    out.ch('\n');
}

void print_function_raw(Printer &out, const Entry &entry)
{
    if (const auto *function = function_of(entry))
        out.hex(function->ip).ch(' ').hex(function->parent_ip);
    out.ch('\n');
}

void print_function_hex(Printer &out, const Entry &entry)
{
    if (const auto *function = function_of(entry)) {
        print_hex_field(out, u64{function->ip});
        print_hex_field(out, u64{function->parent_ip});
    }
}

void print_function_bin(Printer &out, const Entry &entry)
{
    if (const auto *function = function_of(entry)) {
        print_bytes(out, u64{function->ip});
        print_bytes(out, u64{function->parent_ip});
    }
}

void print_function_fields(Printer &out, const Entry &entry, SymbolPrinter &symbols)
{
    out.text("function:");
    if (const auto *function = function_of(entry)) {
        print_address_field(out, "ip", function->ip, symbols);
        print_address_field(out, "parent_ip", function->parent_ip, symbols);
    }
    out.ch('\n');
}

} // namespace spile
