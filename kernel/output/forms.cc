// SPDX-License-Identifier: GPL-2.0
#include "output/forms.hh"

#include "output/fields.hh"
#include "output/records.hh"

namespace spile {

namespace {

// A type that has no such form.
void print_type(Printer &out, const Entry &entry)
{
    out.text("type: ").dec(entry.type()).ch('\n');
}

} // namespace

void print_raw_form(Printer &out, const Entry &entry, const OutputOptions &options)
{
    if (options.context_info) {
        out.dec(entry.pid()).ch(' ').dec(entry.cpu).ch(' ');
        out.dec(entry.time_ns).ch(' ');
    }
    switch (entry.type()) {
    case SPILE_RECORD_FUNCTION:
        print_function_raw(out, entry);
        break;
    case SPILE_RECORD_TEXT:
        print_text_raw(out, entry);
        break;
    case SPILE_RECORD_RAW:
        print_raw_marker(out, entry);
        break;
    case SPILE_RECORD_FUNC_REPEATS:
        print_func_repeats_raw(out, entry);
        break;
    default:
        print_type(out, entry);
    }
}

void print_hex_form(Printer &out, const Entry &entry, const OutputOptions &options)
{
    if (options.context_info) {
        print_hex_field(out, u32{entry.pid()});
        print_hex_field(out, u32{entry.cpu});
        print_hex_field(out, u64{entry.time_ns});
    }
    if (entry.type() == SPILE_RECORD_FUNCTION)
        print_function_hex(out, entry);
    else
        print_type(out, entry);
    out.ch('\n');
}

void print_bin_form(Printer &out, const Entry &entry, const OutputOptions &options)
{
    if (options.context_info) {
        print_bytes(out, u32{entry.pid()});
        print_bytes(out, u32{entry.cpu});
        print_bytes(out, u64{entry.time_ns});
    }
    if (entry.type() == SPILE_RECORD_FUNCTION)
        print_function_bin(out, entry);
    else
        print_type(out, entry);
}

} // namespace spile
