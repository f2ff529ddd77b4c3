// SPDX-License-Identifier: GPL-2.0
// SymbolPrinter: kernel addresses as names. Records share few names, so what was
// looked up is remembered, until a module comes that may lie where another was.
#pragma once

#include "base/print.hh"
#include "output/options.hh"

namespace spile {

class SymbolPrinter {
  public:
    // "name", "name+0x1c/0x90 [module]" with sym_offset, " <address>" behind it with
    // sym_addr; "0x.." when there is no name, "0" for no address.
    void print(Printer &out, u64 address, const OutputOptions &options);

  private:
    enum : u32 {
        name_room = 64, // longer names are looked up each time
        slots = 128,
    };

    struct Slot {
        uptr address = 0;
        uptr offset = 0;
        uptr size = 0;
        u8 name_size = 0;
        u8 module_size = 0;
        char name[name_room] = {};
        char module[name_room] = {};
    };

    struct Symbol {
        Text name;
        Text module;
        uptr offset = 0;
        uptr size = 0;
    };
    Symbol find(uptr address);
    void forget_old_names();
    bool remember(Slot &slot, uptr address, const Symbol &symbol);

    Slot slots_[slots];
    u32 epoch_ = 0; // of the names: spile_symbols_epoch()
    char name_[512];   // of the last name that did not fit
    char module_[64];
};

} // namespace spile
