// SPDX-License-Identifier: GPL-2.0
// Symbols on the host: functions of 256 bytes from the address of
// spile_symbol_at() on, every other one in a module.
#include "glue/symbols.h"

#include <stdint.h>
#include <stdio.h>

extern "C" unsigned long spile_symbol_at(unsigned long address, char *name, char *module,
                                         unsigned long *offset, unsigned long *size)
{
    constexpr unsigned long each = 256, count = 64;
    const auto start = reinterpret_cast<uintptr_t>(&spile_symbol_at);
    if (address < start || address >= start + each * count)
        return 0;
    const unsigned long number = (address - start) / each;
    if (module)
        snprintf(module, SPILE_MODULE_ROOM, "%s", number % 2 ? "fake_module" : "");
    if (offset)
        *offset = (address - start) % each;
    if (size)
        *size = each;
    return static_cast<unsigned long>(snprintf(name, SPILE_SYMBOL_ROOM, "fake_function_%lu", number));
}
