// SPDX-License-Identifier: GPL-2.0
#include "glue/symbols.h"

#include "fakes.hh"
#include "glue/sites.h"
#include "parts.hh"

namespace spile::fakes {
namespace {

constinit Span<const Symbol> table;
constinit u32 epoch = 0;

usize copy(char *to, usize room, const char *from)
{
    usize length = 0;
    for (; length + 1 < room && from[length]; ++length)
        to[length] = from[length];
    to[length] = '\0';
    return length;
}

const Symbol *symbol_over(uptr address)
{
    for (const Symbol &symbol : table)
        if (address - symbol.address < symbol.size)
            return &symbol;
    return nullptr;
}

} // namespace

void set_symbols(Span<const Symbol> symbols)
{
    table = symbols;
    ++epoch;
}
void reset_symbols() { table = {}; }

} // namespace spile::fakes

using namespace spile::fakes;

extern "C" {

unsigned long spile_symbol_at(unsigned long address, char *name, char *module,
                              unsigned long *offset, unsigned long *size)
{
    const Symbol *symbol = symbol_over(address);
    if (!symbol)
        return 0;
    if (module)
        copy(module, SPILE_MODULE_ROOM, symbol->module_name);
    if (offset)
        *offset = address - symbol->address;
    if (size)
        *size = symbol->size;
    return copy(name, SPILE_SYMBOL_ROOM, symbol->name);
}

spile_u32 spile_symbols_epoch(void) { return epoch; }

unsigned long spile_site_name(unsigned long address, char *name, char *module)
{
    const Symbol *symbol = symbol_over(address);
    if (!symbol || symbol->address != address)
        return 0;
    return spile_symbol_at(address, name, module, nullptr, nullptr);
}

int spile_each_site(int (*each)(void *context, unsigned long address, const void *module,
                                const char *module_name),
                    void *context)
{
    for (const Symbol &symbol : table)
        if (symbol.traceable)
            if (int rc = each(context, symbol.address, symbol.module, symbol.module_name))
                return rc;
    return 0;
}

} // extern "C"
