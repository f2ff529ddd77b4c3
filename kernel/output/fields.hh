// SPDX-License-Identifier: GPL-2.0
// Values as hex, bin and options/fields have them.
#pragma once

#include "base/print.hh"
#include "output/symbol.hh"

namespace spile {

// All digits of the value, and a space.
template <typename T> void print_hex_field(Printer &out, T value)
{
    out.hex(value, 2 * sizeof(T)).ch(' ');
}

// The bytes as they lie in memory.
template <typename T> void print_bytes(Printer &out, T value)
{
    char bytes[sizeof(T)];
    __builtin_memcpy(bytes, &value, sizeof(T));
    out.text(Text(bytes, sizeof(T)));
}

// " name=0x78 (120)"
inline void print_number_field(Printer &out, Text name, i64 value, unsigned size)
{
    u64 bits = static_cast<u64>(value);
    out.ch(' ').text(name).text("=0x").hex(size < 8 ? bits & ((u64{1} << size * 8) - 1) : bits);
    out.text(" (").sdec(value).ch(')');
}

// " name=vfs_read+0x0/0x470"
inline void print_address_field(Printer &out, Text name, u64 address, SymbolPrinter &symbols)
{
    OutputOptions options;
    options.sym_offset = true;
    out.ch(' ').text(name).ch('=');
    symbols.print(out, address, options);
}

// " name=text", up to the first NUL.
inline void print_text_field(Printer &out, Text name, Text value)
{
    out.ch(' ').text(name).ch('=').text(value.first(value.find('\0')));
}

} // namespace spile
