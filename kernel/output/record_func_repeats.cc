// SPDX-License-Identifier: GPL-2.0
#include "output/fields.hh"
#include "output/records.hh"
#include "output/time.hh"

namespace spile {

namespace {

const spile_record_func_repeats *repeats_of(const Entry &entry)
{
    const auto *repeats = entry.payload<spile_record_func_repeats>();
    return entry.payload_bytes() >= sizeof(*repeats) ? repeats : nullptr;
}

u64 delta_of(const spile_record_func_repeats &repeats)
{
    return u64{repeats.delta_top} << 32 | repeats.delta_bottom;
}

} // namespace

void print_func_repeats(Printer &out, const Entry &entry, SymbolPrinter &symbols,
                        const OutputOptions &options)
{
    if (const auto *repeats = repeats_of(entry)) {
        print_call(out, repeats->ip, repeats->parent_ip, symbols, options);
        out.text(" (repeats: ").dec(repeats->count).text(", last_ts:");
        print_time(out, entry.time_ns - delta_of(*repeats), options.clock_in_ns);
        out.ch(')');
    }
    out.ch('\n');
}

// The kernel's raw form of it is decimal.
void print_func_repeats_raw(Printer &out, const Entry &entry)
{
    if (const auto *repeats = repeats_of(entry)) {
        out.dec(repeats->ip).ch(' ').dec(repeats->parent_ip).ch(' ').dec(repeats->count);
        out.ch(' ').dec(delta_of(*repeats));
    }
    out.ch('\n');
}

void print_func_repeats_fields(Printer &out, const Entry &entry, SymbolPrinter &symbols)
{
    out.text("func_repeats:");
    if (const auto *repeats = repeats_of(entry)) {
        print_address_field(out, "ip", repeats->ip, symbols);
        print_address_field(out, "parent_ip", repeats->parent_ip, symbols);
        print_number_field(out, "count", repeats->count, 2);
        print_number_field(out, "top_delta_ts", repeats->delta_top, 2);
        print_number_field(out, "bottom_delta_ts", repeats->delta_bottom, 4);
    }
    out.ch('\n');
}

} // namespace spile
