// SPDX-License-Identifier: GPL-2.0
// KernelSymbols: names of call sites, from kallsyms.
#pragma once

#include "glue/sites.h"
#include "glue/symbols.h"
#include "ops/site_table.hh"

namespace spile {

class KernelSymbols final : public SymbolSource {
  public:
    Text name_at(uptr address, Room &room) override
    {
        static_assert(sizeof(room.name) >= SPILE_SYMBOL_ROOM);
        static_assert(sizeof(room.module) >= SPILE_MODULE_ROOM);
        return {room.name, spile_site_name(address, room.name, room.module)};
    }
};

} // namespace spile
