// SPDX-License-Identifier: GPL-2.0
#include "output/records.hh"

namespace spile {

// With what rounds the record up, as the kernel.
void print_raw(Printer &out, const Entry &entry)
{
    const auto *raw = entry.payload<spile_record_raw>();
    if (entry.payload_bytes() >= sizeof(*raw)) {
        u32 room = entry.payload_bytes() - static_cast<u32>(sizeof(*raw));
        out.text("# ").hex(raw->id).text(" buf:");
        for (u32 i = 0; i < room; ++i)
            out.ch(' ').hex(raw->data[i], 2);
    }
    out.ch('\n');
}

} // namespace spile
