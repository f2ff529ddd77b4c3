// SPDX-License-Identifier: GPL-2.0
// What a user may choose about the text: the files in options/ of the same names.
// Source: Documentation/trace/ftrace.rst, "trace_options".
#pragma once

#include "base/types.hh"

namespace spile {

struct OutputOptions {
    bool print_parent = true;
    bool sym_offset = false;
    bool sym_addr = false;
    bool sym_userobj = false;
    bool verbose = false;
    // Of these the first one that is on counts; else records are told in words.
    bool bin = false;
    bool hex = false;
    bool raw = false;
    bool fields = false;
    bool annotate = true;
    bool printk_msg_only = false;
    bool context_info = true;
    bool find_names = true; // of living tasks whose names were not noted
    bool record_tgid = false;
    bool irq_info = true;
    bool hash_ptr = true;
    // The trace clock counts nanoseconds; else time stamps are plain numbers.
    bool clock_in_ns = true;
    // latency-format counts from here.
    u64 time_start = 0;
};

// The two layouts of lines and header: options/latency-format as it was at the open.
enum class LineFormat : u8 { plain, latency };

} // namespace spile
