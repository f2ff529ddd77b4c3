// SPDX-License-Identifier: GPL-2.0
// Addresses as names: whatever the system's symbols are, they are printed as it says.
#include "output/symbol.hh"

#include "base/box.hh"
#include "glue/symbols.h"
#include "selftests/unit/test.hh"

namespace spile {
namespace {

struct Looked {
    char name[SPILE_SYMBOL_ROOM];
    char module[SPILE_MODULE_ROOM];
    uptr offset = 0, size = 0;
    usize name_size;

    explicit Looked(uptr address)
        : name_size(spile_symbol_at(address, name, module, &offset, &size))
    {
    }
    // As it should be printed.
    void print(Printer &out, uptr address, const OutputOptions &options) const
    {
        if (name_size) {
            out.text(Text(name, name_size));
            if (options.sym_offset)
                out.text("+0x").hex(offset).text("/0x").hex(size);
            if (options.sym_offset && module[0])
                out.text(" [").text(module).ch(']');
        } else {
            out.text("0x").hex(address, 8);
        }
        if (options.sym_addr)
            out.text(" <").hex(address, 16).ch('>');
    }
};

SPILE_TEST(output_symbol, names_as_the_system_has_them)
{
    Box<SymbolPrinter> symbols = make_box<SymbolPrinter>().take();
    unsigned wrong = 0;
    // Twice: looked up, then remembered. More addresses than are remembered.
    for (int round = 0; round < 2; ++round)
        for (int choice = 0; choice < 4; ++choice)
            for (uptr step = 0; step < 300; ++step) {
                uptr address = reinterpret_cast<uptr>(&spile_symbol_at) + step * 4;
                OutputOptions options;
                options.sym_offset = choice & 1;
                options.sym_addr = choice & 2;
                Printer is, should;
                symbols->print(is, address, options);
                Looked(address).print(should, address, options);
                wrong += !(is.view() == should.view());
            }
    EXPECT_EQ(wrong, 0u);
}

SPILE_TEST(output_symbol, no_name_and_no_address)
{
    Box<SymbolPrinter> symbols = make_box<SymbolPrinter>().take();
    OutputOptions options;
    Printer out;
    symbols->print(out, 0, options);
    symbols->print(out.ch(' '), 0x1234, options);
    options.sym_addr = true;
    symbols->print(out.ch(' '), 0, options);
    symbols->print(out.ch(' '), 0x1234, options);
    EXPECT_EQ(out.view(), Text("0 0x00001234 0 0x00001234 <0000000000001234>"));
}

} // namespace

SPILE_SUITE(output_symbol, names_as_the_system_has_them, no_name_and_no_address)

} // namespace spile
