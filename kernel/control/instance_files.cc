// SPDX-License-Identifier: GPL-2.0
// The table of an instance's files.
#include "files/files.hh"

namespace spile {

namespace {

constexpr FileRow<Instance> rows[] = {
    {"available_tracers", 0440, make_available_tracers},
    {"buffer_direction", 0640, make_buffer_direction},
    {"buffer_percent", 0640, make_buffer_percent},
    {"buffer_size_kb", 0640, make_buffer_size_kb},
    {"buffer_subbuf_size_kb", 0640, make_buffer_subbuf_size_kb},
    {"buffer_total_size_kb", 0440, make_buffer_total_size_kb},
    {"current_tracer", 0640, make_current_tracer},
    {"error_log", 0640, make_error_log},
    {"free_buffer", 0200, make_free_buffer},
    {"set_ftrace_filter", 0640, make_set_ftrace_filter},
    {"set_ftrace_notrace", 0640, make_set_ftrace_notrace},
    {"set_ftrace_notrace_pid", 0640, make_set_ftrace_notrace_pid},
    {"set_ftrace_pid", 0640, make_set_ftrace_pid},
    {"snapshot", 0640, make_snapshot},
    {"timestamp_mode", 0440, make_timestamp_mode},
    {"trace", 0640, make_trace},
    {"trace_clock", 0640, make_trace_clock},
    {"trace_marker", 0220, make_trace_marker},
    {"trace_marker_raw", 0220, make_trace_marker_raw},
    {"trace_options", 0640, make_trace_options},
    {"trace_pipe", 0440, make_trace_pipe},
    {"trace_stats", 0440, make_trace_stats},
    {"tracing_cpumask", 0640, make_tracing_cpumask},
    {"tracing_on", 0640, make_tracing_on},
};

constexpr FileRow<const CpuOfInstance> cpu_rows[] = {
    {"buffer_size_kb", 0640, make_buffer_size_kb_of},
    {"snapshot", 0640, make_snapshot_of},
    {"snapshot_raw", 0440, make_snapshot_raw_of},
    {"stats", 0640, make_stats_of},
    {"trace", 0640, make_trace_of},
    {"trace_backward", 0440, make_trace_backward_of},
    {"trace_pipe", 0440, make_trace_pipe_of},
    {"trace_pipe_raw", 0440, make_trace_pipe_raw_of},
};

Result<void> add_cpu_files(Node node, Instance &instance)
{
    for (unsigned cpu = spile_cpu_next(0); cpu < spile_cpu_limit(); cpu = spile_cpu_next(cpu + 1)) {
        Printer path;
        path.text("per_cpu/cpu").dec(cpu);
        TRY(path.status());
        const CpuOfInstance of{instance, cpu};
        TRY(populate(TRY(node.directory(path.view())), of, cpu_rows));
    }
    return Ok{};
}

} // namespace

Result<void> add_instance_files(Node node, Instance &instance, EventTree &events)
{
    TRY(populate(node, instance, rows));
    TRY(add_cpu_files(node, instance));
    TRY(events.add_to(node, instance));
    Node options = TRY(node.directory("options"));
    for (const OptionRow &row : option_rows)
        if (exists(row) && (row.of != OptionOf::top || instance.is_top()))
            TRY(options.add_file(row.name, 0640, TRY(make_option(instance, row))));
    return Ok{};
}

} // namespace spile
