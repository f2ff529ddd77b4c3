// SPDX-License-Identifier: GPL-2.0
// Records for programs rather than people: options/raw, hex and bin.
#pragma once

#include "base/print.hh"
#include "output/options.hh"
#include "ring/reader.hh"

namespace spile {

// "108 1 3765640123 ffffffff81000040 ffffffff81000011": pid, CPU, time, and the record.
void print_raw_form(Printer &out, const Entry &entry, const OutputOptions &options);
void print_hex_form(Printer &out, const Entry &entry, const OutputOptions &options);
// The same as bytes, in this machine's order, and no end of line.
void print_bin_form(Printer &out, const Entry &entry, const OutputOptions &options);

} // namespace spile
