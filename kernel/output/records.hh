// SPDX-License-Identifier: GPL-2.0
// What stands behind the context of a line, one file per type of record; in words, and in
// the other forms that a type has. Each ends its line (but for hex, whose line is ended by
// its caller, and bin, which has none). None trusts a count in the record further than the
// record reaches.
#pragma once

#include "base/print.hh"
#include "output/options.hh"
#include "output/symbol.hh"
#include "ring/reader.hh"

namespace spile {

// "vfs_read <-ksys_read"
void print_call(Printer &out, u64 ip, u64 parent_ip, SymbolPrinter &symbols,
                const OutputOptions &options);
void print_function(Printer &out, const Entry &entry, SymbolPrinter &symbols,
                    const OutputOptions &options);
void print_function_raw(Printer &out, const Entry &entry);
void print_function_hex(Printer &out, const Entry &entry);
void print_function_bin(Printer &out, const Entry &entry);
void print_function_fields(Printer &out, const Entry &entry, SymbolPrinter &symbols);
// "<stack trace>", and a line " => vfs_read" for each address
void print_stack(Printer &out, const Entry &entry, SymbolPrinter &symbols,
                 const OutputOptions &options);
void print_stack_fields(Printer &out, const Entry &entry, SymbolPrinter &symbols);
// "<user stack trace>", and a line " => /usr/bin/cat[+0x1234]" or " =>  <address>" for each
void print_user_stack(Printer &out, const Entry &entry, const OutputOptions &options);
void print_user_stack_fields(Printer &out, const Entry &entry);
// "vfs_read <-ksys_read (repeats: 3, last_ts:    3.765640)"
void print_func_repeats(Printer &out, const Entry &entry, SymbolPrinter &symbols,
                        const OutputOptions &options);
void print_func_repeats_raw(Printer &out, const Entry &entry);
void print_func_repeats_fields(Printer &out, const Entry &entry, SymbolPrinter &symbols);
// "tracing_mark_write: hello"
void print_text(Printer &out, const Entry &entry, SymbolPrinter &symbols,
                const OutputOptions &options);
void print_text_raw(Printer &out, const Entry &entry);
void print_text_fields(Printer &out, const Entry &entry, SymbolPrinter &symbols);
// "hello"
void print_text_only(Printer &out, const Entry &entry);
// "sched_switch: prev_comm=cat prev_pid=12 ... ==> next_comm=sh ..."
void print_sched_switch(Printer &out, const Entry &entry);
void print_sched_switch_fields(Printer &out, const Entry &entry);
// "# 201 buf: 61 62 63", also in raw form
void print_raw_marker(Printer &out, const Entry &entry);
void print_raw_marker_fields(Printer &out, const Entry &entry);

} // namespace spile
