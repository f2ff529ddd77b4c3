// SPDX-License-Identifier: GPL-2.0
// Options of an instance: the names in trace_options and in options/.
// Source: Documentation/trace/ftrace.rst, "trace_options"; their order is the kernel's.
#pragma once

#include "base/atomic.hh"
#include "base/span.hh"
#include "glue/kernel.h"

namespace spile {

enum class Option : u8 {
    print_parent,
    sym_offset,
    sym_addr,
    verbose,
    raw,
    hex,
    bin,
    block,
    fields,
    trace_printk,
    annotate,
    userstacktrace,
    sym_userobj,
    printk_msg_only,
    context_info,
    latency_format,
    record_cmd,
    record_tgid,
    overwrite,
    disable_on_free,
    irq_info,
    markers,
    event_fork,
    trace_printk_dest,
    pause_on_trace,
    hash_ptr,
    function_trace,
    function_fork,
    display_graph,
    stacktrace,
    // Of the function tracer.
    func_stack_trace,
    func_no_repeats,
    // Of the nop tracer.
    test_nop_accept,
    test_nop_refuse,
    count, // not an option: how many there are
};

// Where an option is seen. Those of a tracer are in options/ always, in trace_options
// while it is the current one.
enum class OptionOf : u8 {
    all,
    top, // every trace_options, but a file at the top alone
    function,
    nop,
};

struct OptionRow {
    Text name;
    Option option;
    bool initially = false;
    OptionOf of = OptionOf::all;
    bool inherited = true; // a new instance has it as the top has it then; else it is off
};

constexpr OptionRow option_rows[] = {
    {"print-parent", Option::print_parent, true},
    {"sym-offset", Option::sym_offset},
    {"sym-addr", Option::sym_addr},
    {"verbose", Option::verbose},
    {"raw", Option::raw},
    {"hex", Option::hex},
    {"bin", Option::bin},
    {"block", Option::block},
    {"fields", Option::fields},
    {"trace_printk", Option::trace_printk, true, OptionOf::top},
    {"annotate", Option::annotate, true},
    {"userstacktrace", Option::userstacktrace},
    {"sym-userobj", Option::sym_userobj},
    {"printk-msg-only", Option::printk_msg_only, false, OptionOf::top},
    {"context-info", Option::context_info, true},
    {"latency-format", Option::latency_format},
    {"record-cmd", Option::record_cmd, true, OptionOf::top},
    {"record-tgid", Option::record_tgid},
    {"overwrite", Option::overwrite, true},
    {"disable_on_free", Option::disable_on_free},
    {"irq-info", Option::irq_info, true},
    {"markers", Option::markers, true},
    {"event-fork", Option::event_fork, false, OptionOf::all, false},
    {"trace_printk_dest", Option::trace_printk_dest, true, OptionOf::all, false},
    {"pause-on-trace", Option::pause_on_trace},
    {"hash-ptr", Option::hash_ptr, true},
    {"function-trace", Option::function_trace, true},
    {"function-fork", Option::function_fork, false, OptionOf::all, false},
    {"display-graph", Option::display_graph},
    {"stacktrace", Option::stacktrace},
    {"func_stack_trace", Option::func_stack_trace, false, OptionOf::function},
    {"func-no-repeats", Option::func_no_repeats, false, OptionOf::function},
    {"test_nop_accept", Option::test_nop_accept, false, OptionOf::nop},
    {"test_nop_refuse", Option::test_nop_refuse, false, OptionOf::nop},
};
static_assert(sizeof(option_rows) / sizeof(option_rows[0]) == static_cast<usize>(Option::count));

// Some came with later kernels; spile has those that the running one has.
inline bool exists(const OptionRow &row)
{
    switch (row.option) {
    case Option::fields:
        return spile_kernel()->has_fields;
    case Option::trace_printk_dest:
        return spile_kernel()->has_trace_printk_dest;
    default:
        return true;
    }
}

// Changed under the instance's mutex; read anywhere, hits included.
class Options {
  public:
    Options()
    {
        for (const OptionRow &row : option_rows)
            set(row.option, row.initially);
    }
    // Those that a new instance starts with.
    static Options inherited(const Options &top)
    {
        Options made = top;
        for (const OptionRow &row : option_rows)
            if (!row.inherited)
                made.set(row.option, false);
        return made;
    }
    bool get(Option option) const { return load_relaxed(bits_) >> static_cast<u8>(option) & 1; }
    void set(Option option, bool on)
    {
        u64 bit = u64{1} << static_cast<u8>(option);
        store_relaxed(bits_, on ? bits_ | bit : bits_ & ~bit);
    }

  private:
    u64 bits_ = 0;
};
static_assert(static_cast<usize>(Option::count) <= 64);

} // namespace spile
