// SPDX-License-Identifier: GPL-2.0
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

} // namespace

void print_text(Printer &out, const Entry &entry, SymbolPrinter &symbols,
                const OutputOptions &options)
{
    // The kernel names the function behind the file, and so does whatever parses it.
    u64 ip = entry.payload_bytes() >= sizeof(u64) ? entry.payload<spile_record_text>()->ip : 0;
    if (ip)
        symbols.print(out, ip, options);
    else
        out.text("tracing_mark_write");
    out.text(": ").text(text_of(entry)).ch('\n');
}

void print_text_only(Printer &out, const Entry &entry) { out.text(text_of(entry)).ch('\n'); }

} // namespace spile
