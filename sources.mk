# SPDX-License-Identifier: GPL-2.0
# The one list of portable sources: read by Kbuild for the module and by the host
# builds of the unit tests, fuzzers and benchmarks. Paths from the project's root.

SPILE_CORE := \
	kernel/base/glob.cc \
	kernel/base/print.cc \
	kernel/base/scan.cc \
	kernel/base/wait_queue.cc \
	kernel/clock/clock.cc \
	kernel/clock/local_cycles.cc \
	kernel/commands/command.cc \
	kernel/commands/commands.cc \
	kernel/control/content.cc \
	kernel/control/directory.cc \
	kernel/control/file.cc \
	kernel/control/instance_files.cc \
	kernel/control/instances_directory.cc \
	kernel/control/stream_file.cc \
	kernel/control/text_file.cc \
	kernel/control/token_file.cc \
	kernel/control/top.cc \
	kernel/control/tree.cc \
	kernel/control/word_parser.cc \
	kernel/control/files/available_filter_functions.cc \
	kernel/control/files/buffer_size.cc \
	kernel/control/files/current_tracer.cc \
	kernel/control/files/enabled_functions.cc \
	kernel/control/files/error_log.cc \
	kernel/control/files/events.cc \
	kernel/control/files/patch_stats.cc \
	kernel/control/files/readme.cc \
	kernel/control/files/saved_names.cc \
	kernel/control/files/set_ftrace_filter.cc \
	kernel/control/files/set_ftrace_pid.cc \
	kernel/control/files/stats.cc \
	kernel/control/files/trace.cc \
	kernel/control/files/trace_clock.cc \
	kernel/control/files/trace_marker.cc \
	kernel/control/files/trace_options.cc \
	kernel/control/files/trace_pipe.cc \
	kernel/control/files/trace_stats.cc \
	kernel/control/files/tracing_cpumask.cc \
	kernel/control/files/tracing_on.cc \
	kernel/entry/core.cc \
	kernel/entry/fs.cc \
	kernel/entry/gate.cc \
	kernel/entry/hit.cc \
	kernel/entry/ops_api.cc \
	kernel/filter/balance.cc \
	kernel/filter/check.cc \
	kernel/filter/cpu_list.cc \
	kernel/filter/error.cc \
	kernel/filter/field.cc \
	kernel/filter/filter.cc \
	kernel/filter/flow.cc \
	kernel/filter/function_filter.cc \
	kernel/filter/interval.cc \
	kernel/filter/lexer.cc \
	kernel/filter/lower.cc \
	kernel/filter/parsed.cc \
	kernel/filter/parser.cc \
	kernel/filter/program.cc \
	kernel/filter/run.cc \
	kernel/filter/shape.cc \
	kernel/instance/sched_switch.cc \
	kernel/instance/dump.cc \
	kernel/instance/error_log.cc \
	kernel/instance/instance.cc \
	kernel/instance/instances.cc \
	kernel/instance/name_keeping.cc \
	kernel/ops/call_sites.cc \
	kernel/ops/filter_set.cc \
	kernel/ops/filter_word.cc \
	kernel/ops/function_list.cc \
	kernel/ops/pattern_cache.cc \
	kernel/ops/reaper.cc \
	kernel/ops/registry.cc \
	kernel/ops/site.cc \
	kernel/ops/site_table.cc \
	kernel/output/context.cc \
	kernel/output/forms.cc \
	kernel/output/header.cc \
	kernel/output/latency_flags.cc \
	kernel/output/line.cc \
	kernel/output/record_function.cc \
	kernel/output/record_raw.cc \
	kernel/output/record_sched_switch.cc \
	kernel/output/record_stack.cc \
	kernel/output/record_text.cc \
	kernel/output/ring_stats.cc \
	kernel/output/symbol.cc \
	kernel/ring/consumer.cc \
	kernel/ring/cpu_buffer.cc \
	kernel/ring/event.cc \
	kernel/ring/reader.cc \
	kernel/ring/ring.cc \
	kernel/ring/snapshot_part.cc \
	kernel/tracer/buffers.cc \
	kernel/tracer/function.cc \
	kernel/tracer/marker.cc \
	kernel/tracer/pid_filter.cc \
	kernel/tracer/target.cc

# Glue that the unit tests run on in the kernel (KUnit); the rest of it is faked there.
SPILE_KUNIT_GLUE := kernel/glue/cxx_runtime.c kernel/glue/lock.c kernel/glue/memory.c \
	kernel/glue/pages.c
