// SPDX-License-Identifier: GPL-2.0
#include "output/fields.hh"
#include "output/records.hh"

namespace spile {

namespace {

// Fn(index, byte): with what rounds the record up, as the kernel.
template <typename Fn> void each_byte(const Entry &entry, Fn fn)
{
    const auto *raw = entry.payload<spile_record_raw>();
    for (u32 i = 0; i < entry.payload_bytes() - sizeof(*raw); ++i)
        fn(i, raw->data[i]);
}

} // namespace

void print_raw_marker(Printer &out, const Entry &entry)
{
    if (entry.payload_bytes() >= sizeof(spile_record_raw)) {
        out.text("# ").hex(entry.payload<spile_record_raw>()->id).text(" buf:");
        each_byte(entry, [&](u32, u8 byte) { out.ch(' ').hex(byte, 2); });
    }
    out.ch('\n');
}

void print_raw_marker_fields(Printer &out, const Entry &entry)
{
    out.text("raw_data:");
    if (entry.payload_bytes() >= sizeof(spile_record_raw)) {
        print_number_field(out, "id", static_cast<i32>(entry.payload<spile_record_raw>()->id), 4);
        out.text(" buf=");
        each_byte(entry, [&](u32 i, u8 byte) { out.text(i ? "," : "").hex(byte, 2); });
    }
    out.ch('\n');
}

} // namespace spile
