// SPDX-License-Identifier: GPL-2.0
#include "output/fields.hh"
#include "output/records.hh"

namespace spile {

namespace {

// Up to the first NUL, without the newline at the end.
Text text_of(const Entry &entry)
{
    constexpr u32 head = __builtin_offsetof(spile_record_text, text);
    if (entry.payload_bytes() < head)
        return {};
    const auto *record = entry.payload<spile_record_text>();
    Text text(record->text, entry.payload_bytes() - head);
    text = text.first(text.find('\0'));
    return text.ends_with("\n") ? text.first(text.size() - 1) : text;
}

u64 ip_of(const Entry &entry)
{
    return entry.payload_bytes() >= sizeof(u64) ? entry.payload<spile_record_text>()->ip : 0;
}

} // namespace

void print_text(Printer &out, const Entry &entry, SymbolPrinter &symbols,
                const OutputOptions &options)
{
    // The kernel names the function behind the file, and so does whatever parses it.
    if (u64 ip = ip_of(entry))
        symbols.print(out, ip, options);
    else
        out.text("tracing_mark_write");
    out.text(": ").text(text_of(entry)).ch('\n');
}

void print_text_only(Printer &out, const Entry &entry) { out.text(text_of(entry)).ch('\n'); }

void print_text_raw(Printer &out, const Entry &entry)
{
    out.text("# ").hex(ip_of(entry)).ch(' ').text(text_of(entry)).ch('\n');
}

void print_text_fields(Printer &out, const Entry &entry, SymbolPrinter &symbols)
{
    out.text("print:");
    print_address_field(out, "ip", ip_of(entry), symbols);
    print_text_field(out, "buf", text_of(entry));
    out.ch('\n');
}

} // namespace spile
