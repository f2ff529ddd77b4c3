// SPDX-License-Identifier: GPL-2.0
// How lists of functions name a site: "vfs_read", or "ext4_sync_fs [ext4]".
#pragma once

#include "base/print.hh"
#include "ops/site_table.hh"

namespace spile {

inline Printer &print_site(Printer &out, SymbolSource &symbols, SiteId site,
                           SymbolSource::Room &room)
{
    out.text(symbols.name_at(address_of(site), room));
    if (room.module[0])
        out.text(" [").text(room.module).ch(']');
    return out;
}

} // namespace spile
