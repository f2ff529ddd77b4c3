// SPDX-License-Identifier: GPL-2.0
#include "output/symbol.hh"

#include "glue/symbols.h"

namespace spile {

namespace {

Text c_text(const char *text, usize room)
{
    usize size = 0;
    while (size < room && text[size])
        ++size;
    return {text, size};
}

// A return address that a return probe replaced names the probe's trampoline.
bool is_return_probe(Text name, uptr offset)
{
    return offset == 0 && (name == "arch_rethook_trampoline" || name == "__kretprobe_trampoline");
}

} // namespace

void SymbolPrinter::forget_old_names()
{
    u32 now = spile_symbols_epoch();
    if (now == epoch_)
        return;
    epoch_ = now;
    for (Slot &slot : slots_)
        slot.address = 0;
}

SymbolPrinter::Symbol SymbolPrinter::find(uptr address)
{
    forget_old_names();
    Slot &slot = slots_[(address * 0x9e3779b97f4a7c15ul) >> 57];
    static_assert(slots == 1u << (64 - 57));
    if (slot.address == address)
        return {{slot.name, slot.name_size}, {slot.module, slot.module_size}, slot.offset, slot.size};

    static_assert(sizeof(name_) == SPILE_SYMBOL_ROOM && sizeof(module_) == SPILE_MODULE_ROOM);
    Symbol symbol;
    module_[0] = 0;
    usize size = spile_symbol_at(address, name_, module_, &symbol.offset, &symbol.size);
    symbol.name = Text(name_, min(size, usize{SPILE_SYMBOL_ROOM}));
    symbol.module = c_text(module_, sizeof(module_));
    remember(slot, address, symbol);
    return symbol;
}

bool SymbolPrinter::remember(Slot &slot, uptr address, const Symbol &symbol)
{
    if (symbol.name.size() > name_room || symbol.module.size() > name_room)
        return false;
    slot.address = address;
    slot.offset = symbol.offset;
    slot.size = symbol.size;
    slot.name_size = static_cast<u8>(symbol.name.size());
    slot.module_size = static_cast<u8>(symbol.module.size());
    for (usize i = 0; i < symbol.name.size(); ++i)
        slot.name[i] = symbol.name[i];
    for (usize i = 0; i < symbol.module.size(); ++i)
        slot.module[i] = symbol.module[i];
    return true;
}

void SymbolPrinter::print(Printer &out, u64 address, const OutputOptions &options)
{
    if (!address) {
        out.ch('0');
        return;
    }
    Symbol symbol = find(address);
    if (symbol.name.empty()) {
        out.text("0x").hex(address, 8);
    } else if (is_return_probe(symbol.name, symbol.offset)) {
        out.text("[unknown/kretprobe'd]");
    } else {
        out.text(symbol.name);
        if (options.sym_offset) {
            out.text("+0x").hex(symbol.offset).text("/0x").hex(symbol.size);
            if (!symbol.module.empty())
                out.text(" [").text(symbol.module).ch(']');
        }
    }
    if (options.sym_addr)
        out.text(" <").hex(address, 16).ch('>');
}

} // namespace spile
