// SPDX-License-Identifier: GPL-2.0
// What stands behind the context of a line, one file per type of record. Each ends
// its line. None trusts a count in the record further than the record reaches.
#pragma once

#include "base/print.hh"
#include "output/options.hh"
#include "output/symbol.hh"
#include "ring/reader.hh"

namespace spile {

// "vfs_read <-ksys_read"
void print_function(Printer &out, const Entry &entry, SymbolPrinter &symbols,
                    const OutputOptions &options);
// "<stack trace>", and a line " => vfs_read" for each address
void print_stack(Printer &out, const Entry &entry, SymbolPrinter &symbols,
                 const OutputOptions &options);
// "tracing_mark_write: hello"
void print_text(Printer &out, const Entry &entry, SymbolPrinter &symbols,
                const OutputOptions &options);
// "hello"
void print_text_only(Printer &out, const Entry &entry);
// "sched_switch: prev_comm=cat prev_pid=12 ... ==> next_comm=sh ..."
void print_sched_switch(Printer &out, const Entry &entry);
// "# 201 buf: 61 62 63"
void print_raw(Printer &out, const Entry &entry);

} // namespace spile
