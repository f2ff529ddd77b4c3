// SPDX-License-Identifier: GPL-2.0
// What a user may choose about the text: the files in options/ of the same names.
// Source: Documentation/trace/ftrace.rst, "trace_options".
#pragma once

namespace spile {

struct OutputOptions {
    bool print_parent = true;
    bool sym_offset = false;
    bool sym_addr = false;
    bool verbose = false;
    bool annotate = true;
    bool printk_msg_only = false;
    bool context_info = true;
    bool find_names = true; // of living tasks whose names were not noted
    bool record_tgid = false;
    bool irq_info = true;
    // The trace clock counts nanoseconds; else time stamps are plain numbers.
    bool clock_in_ns = true;
};

} // namespace spile
