// SPDX-License-Identifier: GPL-2.0
// Instance: one tracing session: a ring, a tracer, filters, function commands,
// options. The top level is one, each directory in instances/ another. This is
// the only place that wires ops, ring and tracers together.
//
// Locks: mutex_ protects settings; taken before the registry's.
#pragma once

#include "commands/commands.hh"
#include "error_log.hh"
#include "name_keeping.hh"
#include "sched_switch.hh"
#include "ops/function_list.hh"
#include "options.hh"
#include "output/options.hh"
#include "tracer/function.hh"
#include "tracer/pid_filter.hh"

namespace spile {

enum class ListKind : u8 { filter, notrace };
enum class TracerKind : u8 { function, nop };

// In the order of available_tracers.
struct TracerRow {
    Text name;
    TracerKind kind;
};
constexpr TracerRow tracer_rows[] = {
    {"function", TracerKind::function},
    {"nop", TracerKind::nop},
};

class Instance : public ListNode {
  public:
    // Errors: no_memory.
    static Result<Box<Instance>> create(Registry &registry, Text name);
    ~Instance();
    Instance(const Instance &) = delete;
    Instance &operator=(const Instance &) = delete;

    Text name() const { return name_.view(); }
    bool is_top() const { return name_.view().empty(); }
    Registry &registry() { return registry_; }
    TraceTarget &target() { return *target_; }
    ErrorLog &errors() { return errors_; }

    // current_tracer. Errors: invalid (no such tracer), those of attach().
    Result<void> set_tracer(Text name);
    Text tracer_name();
    TracerKind tracer() const { return kind_; }

    // set_ftrace_filter and set_ftrace_notrace. A running tracer follows; on
    // failure the old list stays. Errors: no_memory, the patcher's.
    Result<FunctionList> copy_list(ListKind kind);
    Result<void> set_list(ListKind kind, FunctionList list);
    // Fn(const FunctionList&, FunctionCommands&) under the mutex.
    template <typename Fn> auto with_list(ListKind kind, Fn fn)
    {
        Locked lock(mutex_);
        return fn(lists_[static_cast<u8>(kind)], commands_);
    }
    Result<void> change_command(const FilterWord &word);

    // Task pids.
    Result<void> set_pids(PidList which, Box<PidSet> pids);
    Result<Box<PidSet>> copy_pids(PidList which); // an empty one where there is none
    PidFilter &pids() { return pids_; }

    // Errors: invalid (refused), those of what it switches; the option stays as it was.
    Result<void> set_option(Option option, bool on);
    // Before the instance is used: starts with the options of the top level.
    void inherit_options(const Options &top);
    const Options &options() const { return options_; }
    OutputOptions output_options() const;
    LineFormat line_format() const;

    // buffer_size_kb, of a CPU or all_cpus. Errors: invalid, no_memory.
    Result<void> set_buffer_size(unsigned cpu, u64 kb);
    // The top level has next to no memory until something is to be recorded.
    bool is_expanded() const { return load_relaxed(expanded_); }
    u64 expanded_kb() const;
    Result<void> expand();
    // snapshot: what is in the ring is put aside. Errors: no_memory, busy.
    Result<void> take_snapshot();

    // buffer_direction. Empties the trace. Errors (error_log says why): busy (in use),
    // invalid (the option overwrite is off), no_memory.
    Result<void> set_direction(Direction direction);

    // trace_clock. Empties the trace.
    void set_clock(ClockKind clock);

    // While more were paused than resumed nothing is recorded.
    void pause();
    void resume();
    // Where the tracer was started last.
    unsigned tracer_cpu() const { return load_relaxed(tracer_cpu_); }

    // tracing_cpumask. Bits past the possible CPUs are ignored.
    void set_cpu_traced(unsigned cpu, bool traced);

    SchedSwitch &sched_switch() { return sched_switch_; }
    // Errors: those of SchedSwitch::enable() and NameKeeping.
    Result<void> enable_sched_switch(bool on);

    // Modules: `:mod:` filters that waited for this one take effect. Errors:
    // no_memory, the patcher's; the functions are then not traced.
    Result<void> module_came(const void *module);
    void module_went(const SiteList &gone);

    // Writes the ring to the log; ring_cpu all_cpus for every CPU. Task context.
    void dump(unsigned ring_cpu);

    Instance *next_live = nullptr; // see instances.hh

  private:
    Instance(Registry &registry, Box<TraceTarget> target);
    template <typename T, typename... Args> friend Result<Box<T>> make_box(Args &&...args);
    void apply_extras();
    Result<FilterSet *> hold_set(const FunctionList &filter, const FunctionList &notrace);
    Result<void> expand_locked();
    Text recording();
    Result<void> set_list_locked(ListKind kind, FunctionList list);

    Mutex mutex_{"spile instance"};
    Printer name_;
    Registry &registry_;
    Box<TraceTarget> target_;
    ErrorLog errors_;
    Options options_;
    TracerKind kind_ = TracerKind::nop;
    unsigned tracer_cpu_ = 0;
    u32 pauses_ = 0;
    NameKeeping names_;
    bool expanded_ = false;
    FunctionTracer tracer_;
    FunctionList lists_[2];
    FilterSet *set_ = nullptr; // what the lists resolve to
    PidFilter pids_;
    SchedSwitch sched_switch_;
    CommandTarget command_target_;
    FunctionCommands commands_;
};

} // namespace spile
