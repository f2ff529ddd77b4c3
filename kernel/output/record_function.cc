// SPDX-License-Identifier: GPL-2.0
#include "output/records.hh"

namespace spile {

void print_function(Printer &out, const Entry &entry, SymbolPrinter &symbols,
                    const OutputOptions &options)
{
    if (entry.payload_bytes() >= sizeof(spile_record_function)) {
        const auto *function = entry.payload<spile_record_function>();
        symbols.print(out, function->ip, options);
        if (options.print_parent && function->parent_ip) {
            out.text(" <-");
            symbols.print(out, function->parent_ip, options);
        }
    }
    out.ch('\n');
}

} // namespace spile
