// SPDX-License-Identifier: GPL-2.0
// Addresses as names.
#include "output/symbol.hh"

#include "base/box.hh"
#include "selftests/fakes/fakes.hh"
#include "selftests/unit/test.hh"

namespace spile {
namespace {

constexpr char long_name[] = "a_name_that_is_longer_than_what_is_remembered_"
                             "of_one_0123456789_0123456789_0123456789";
constexpr fakes::Symbol table[] = {
    {0xffffffff81000000, 0x90, "vfs_read"},
    {0xffffffff81000100, 0x40, long_name},
    {0xffffffff81000200, 0x10, "arch_rethook_trampoline"},
    {0xffffffffc0000000, 0x20, "probe", "ext4"},
};

// What is printed must not depend on whether it was looked up before.
SPILE_TEST(output_symbol, forms)
{
    fakes::set_symbols(table);
    Box<SymbolPrinter> symbols = make_box<SymbolPrinter>().take();
    struct {
        uptr address;
        const char *plain, *offset, *with_address;
    } rows[] = {
        {0, "0", "0", "0"},
        {0x1234, "0x00001234", "0x00001234", "0x00001234 <0000000000001234>"},
        {0xffffffff8100001c, "vfs_read", "vfs_read+0x1c/0x90", "vfs_read <ffffffff8100001c>"},
        {0xffffffff81000200, "[unknown/kretprobe'd]", "[unknown/kretprobe'd]",
         "[unknown/kretprobe'd] <ffffffff81000200>"},
        {0xffffffff81000204, "arch_rethook_trampoline", "arch_rethook_trampoline+0x4/0x10",
         "arch_rethook_trampoline <ffffffff81000204>"},
        {0xffffffffc0000000, "probe", "probe+0x0/0x20 [ext4]", "probe <ffffffffc0000000>"},
    };
    for (int round = 0; round < 2; ++round)
        for (auto &row : rows) {
            OutputOptions options;
            Printer out;
            symbols->print(out, row.address, options);
            EXPECT_EQ(out.view(), Text(row.plain));
            out.clear();
            options.sym_offset = true;
            symbols->print(out, row.address, options);
            EXPECT_EQ(out.view(), Text(row.offset));
            out.clear();
            options.sym_offset = false;
            options.sym_addr = true;
            symbols->print(out, row.address, options);
            EXPECT_EQ(out.view(), Text(row.with_address));
        }
    fakes::reset();
}

SPILE_TEST(output_symbol, more_addresses_than_are_remembered)
{
    fakes::set_symbols(table);
    Box<SymbolPrinter> symbols = make_box<SymbolPrinter>().take();
    OutputOptions options;
    options.sym_offset = true;
    unsigned wrong = 0;
    for (int round = 0; round < 2; ++round)
        for (uptr offset = 0; offset < 0x90; ++offset) {
            Printer is, should;
            symbols->print(is, 0xffffffff81000000 + offset, options);
            should.text("vfs_read+0x").hex(offset).text("/0x90");
            wrong += !(is.view() == should.view());
        }
    EXPECT_EQ(wrong, 0);
    fakes::reset();
}

SPILE_TEST(output_symbol, long_names_are_whole)
{
    fakes::set_symbols(table);
    Box<SymbolPrinter> symbols = make_box<SymbolPrinter>().take();
    Printer out;
    symbols->print(out, 0xffffffff81000100, {});
    EXPECT_EQ(out.view(), Text(long_name));
    fakes::reset();
}

// A reader of trace_pipe lives long.
SPILE_TEST(output_symbol, another_module_at_the_same_address)
{
    constexpr uptr address = 0xffffffffc0000000;
    constexpr fakes::Symbol then[] = {{address, 0x20, "other", "xfs"}};
    Box<SymbolPrinter> symbols = make_box<SymbolPrinter>().take();
    auto prints = [&](Text wanted) {
        Printer out;
        symbols->print(out, address, {});
        EXPECT_EQ(out.view(), wanted);
    };
    fakes::set_symbols({});
    prints("0xffffffffc0000000");
    fakes::set_symbols(table);
    prints("probe");
    fakes::set_symbols(then);
    prints("other");
    fakes::reset();
}

} // namespace

SPILE_SUITE(output_symbol, forms, more_addresses_than_are_remembered, long_names_are_whole,
            another_module_at_the_same_address)

} // namespace spile
