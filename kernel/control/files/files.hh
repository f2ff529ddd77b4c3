// SPDX-License-Identifier: GPL-2.0
// Every control file, by the function that makes it. One .cc each, or one for
// a group that differs in a name.
#pragma once

#include "control/top.hh"

namespace spile {

// Of an instance.
Result<Box<File>> make_current_tracer(Instance &instance);
Result<Box<File>> make_available_tracers(Instance &instance);
Result<Box<File>> make_tracing_on(Instance &instance);
Result<Box<File>> make_tracing_cpumask(Instance &instance);
Result<Box<File>> make_set_ftrace_filter(Instance &instance);
Result<Box<File>> make_set_ftrace_notrace(Instance &instance);
Result<Box<File>> make_set_ftrace_pid(Instance &instance);
Result<Box<File>> make_set_ftrace_notrace_pid(Instance &instance);
Result<Box<File>> make_trace_options(Instance &instance);
Result<Box<File>> make_option(Instance &instance, const OptionRow &row);
Result<Box<File>> make_error_log(Instance &instance);
Result<Box<File>> make_events_enable(Instance &instance); // also of a system and of an event
Result<Box<File>> make_trace(Instance &instance);
Result<Box<File>> make_timestamp_mode(Instance &instance);
Result<Box<File>> make_trace_marker(Instance &instance);
Result<Box<File>> make_trace_marker_raw(Instance &instance);
Result<Box<File>> make_trace_clock(Instance &instance);
Result<Box<File>> make_trace_pipe(Instance &instance);
Result<Box<File>> make_trace_stats(Instance &instance);

Result<Box<File>> make_snapshot(Instance &instance);
Result<Box<File>> make_buffer_size_kb(Instance &instance);
Result<Box<File>> make_buffer_total_size_kb(Instance &instance);
Result<Box<File>> make_buffer_subbuf_size_kb(Instance &instance);
Result<Box<File>> make_buffer_direction(Instance &instance);
Result<Box<File>> make_buffer_percent(Instance &instance);
Result<Box<File>> make_free_buffer(Instance &instance);

// Of one CPU of an instance: per_cpu/cpuN/.
struct CpuOfInstance {
    Instance &instance;
    unsigned cpu;
};
Result<Box<File>> make_buffer_size_kb_of(const CpuOfInstance &of);
Result<Box<File>> make_snapshot_of(const CpuOfInstance &of);
Result<Box<File>> make_snapshot_raw_of(const CpuOfInstance &of);
Result<Box<File>> make_stats_of(const CpuOfInstance &of);
Result<Box<File>> make_trace_of(const CpuOfInstance &of);
Result<Box<File>> make_trace_backward_of(const CpuOfInstance &of);
Result<Box<File>> make_trace_pipe_of(const CpuOfInstance &of);
Result<Box<File>> make_trace_pipe_raw_of(const CpuOfInstance &of);

// Of the top level alone.
Result<Box<File>> make_readme(Top &top);
Result<Box<File>> make_available_events(Top &top);
Result<Box<File>> make_printk_formats(Top &top);
Result<Box<File>> make_available_filter_functions(Top &top);
Result<Box<File>> make_enabled_functions(Top &top);
Result<Box<File>> make_patch_stats(Top &top);
Result<Box<File>> make_saved_cmdlines(Top &top);
Result<Box<File>> make_saved_cmdlines_size(Top &top);
Result<Box<File>> make_saved_tgids(Top &top);

} // namespace spile
