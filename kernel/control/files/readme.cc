// SPDX-License-Identifier: GPL-2.0
// README: what works, in the form in which scripts look for it (the kernel's
// selftests match its lines to see whether a feature is there).
#include "files.hh"

#include "control/text_file.hh"

namespace spile {

namespace {

constexpr Text text =
    "spile: function tracing with tracefs-compatible control files\n"
    "\n"
    "# echo 0 > tracing_on : quick way to disable tracing\n"
    "# echo 1 > tracing_on : quick way to re-enable tracing\n"
    "\n"
    " Important files:\n"
    "  trace\t\t\t- The static contents of the buffer\n"
    "\t\t\t  To clear the buffer write into this file: echo > trace\n"
    "  trace_pipe\t\t- A consuming read to see the contents of the buffer\n"
    "  current_tracer\t- function and latency tracers\n"
    "  available_tracers\t- list of configured tracers for current_tracer\n"
    "  error_log\t- error log for failed commands (that support it)\n"
    "  buffer_size_kb\t- view and modify size of per cpu buffer\n"
    "  buffer_total_size_kb  - view total size of all cpu buffers\n"
    "  trace_clock\t\t- change the clock used to order events\n"
    "\t\t\t  one of the names it lists; the current one in brackets\n"
    "  trace_marker\t\t- Writes into this file writes into the kernel buffer\n"
    "  trace_marker_raw\t\t- Writes into this file writes binary data into the kernel buffer\n"
    "  tracing_cpumask\t- Limit which CPUs to trace\n"
    "  trace_options\t\t- Set format or modify how tracing happens\n"
    "\t\t\t  Disable an option by prefixing 'no' to the\n"
    "\t\t\t  option name\n"
    "  saved_cmdlines_size\t- how many names of tasks are kept\n"
    "  trace_stats\t\t- where every hit went: recorded, lost or filtered, per CPU\n"
    "\n"
    "  available_filter_functions - list of functions that can be filtered on\n"
    "  set_ftrace_filter\t- echo function name in here to only trace these\n"
    "\t\t\t  functions\n"
    "\t     accepts: func_full_name or glob-matching-pattern\n"
    "\t     modules: Can select a group via module\n"
    "\t      Format: :mod:<module-name>\n"
    "\t     example: echo :mod:ext3 > set_ftrace_filter\n"
    "\t    triggers: a command to perform when function is hit\n"
    "\t      Format: <function>:<trigger>[:count]\n"
    "\t     trigger: traceon, traceoff\n"
    "\t\t      stacktrace\n"
    "\t\t      dump\n"
    "\t\t      cpudump\n"
    "\t     example: echo do_fault:traceoff > set_ftrace_filter\n"
    "\t              echo do_trap:traceoff:3 > set_ftrace_filter\n"
    "\t     The first one will disable tracing every time do_fault is hit\n"
    "\t     The second will disable tracing at most 3 times when do_trap is hit\n"
    "\t       The first time do trap is hit and it disables tracing, the\n"
    "\t       counter will decrement to 2. If tracing is already disabled,\n"
    "\t       the counter will not decrement. It only decrements when the\n"
    "\t       trigger did work\n"
    "\t     To remove trigger without count:\n"
    "\t       echo '!<function>:<trigger> > set_ftrace_filter\n"
    "\t     To remove trigger with a count:\n"
    "\t       echo '!<function>:<trigger>:0 > set_ftrace_filter\n"
    "  set_ftrace_notrace\t- echo function name in here to never trace.\n"
    "\t    accepts: func_full_name, *func_end, func_begin*, *func_middle*\n"
    "\t    modules: Can select a group via module command :mod:\n"
    "\t    Does not accept triggers\n"
    "  set_ftrace_pid\t- Write pid(s) to only function trace those pids\n"
    "\t\t    (function)\n"
    "  set_ftrace_notrace_pid\t- Write pid(s) to not function trace those pids\n"
    "\t\t    (function)\n"
    "  snapshot\t\t- Like 'trace' but shows the content of the static\n"
    "\t\t\t  snapshot buffer. Read the contents for more\n"
    "\t\t\t  information\n"
    "  enabled_functions\t- functions that are patched now, and for how many users\n"
    "  patch_stats\t\t- what patching cost, and what it was spared\n"
    "  instances\t\t- Make sub-buffers with: mkdir instances/foo\n"
    "\t\t\t  Remove sub-buffer with rmdir\n";

class Readme final : public TextFile {
  public:
    Result<void> show(Printer &out) override
    {
        out.text(text);
        return out.status();
    }
};

} // namespace

Result<Box<File>> make_readme(Top &) { return Box<File>(TRY(make_box<Readme>())); }

} // namespace spile
