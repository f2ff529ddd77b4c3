// SPDX-License-Identifier: GPL-2.0
// FunctionCommand: "schedule:traceoff:5": what happens when given functions are
// hit. One object for each line that a user wrote.
// Source: Documentation/trace/ftrace.rst, "Filter commands".
#pragma once

#include "ops/dispatch.hh"
#include "ops/registry.hh"
#include "tracer/target.hh"

namespace spile {

enum class CommandKind : u8 { traceon, traceoff, stacktrace, dump, cpudump };

// "traceon" ... as in set_ftrace_filter. Errors: invalid.
Result<CommandKind> command_kind(Text name);
Text command_name(CommandKind kind);

// What commands act on.
struct CommandTarget {
    TraceTarget *trace = nullptr;
    void *dump = nullptr;    // spile_deferred: prints the ring to the log
    void *cpudump = nullptr; // spile_deferred: prints the part of `dump_cpu`
    u32 dump_cpu_plus_1 = 0; // which CPU asked first; 0: none is waiting
};

class FunctionCommand : public ListNode {
  public:
    // Runs on hits of `sites` from here on. `count`: how often for each
    // function; counted false: without limit. Errors: no_memory, the patcher's.
    static Result<Box<FunctionCommand>> create(Registry &registry, CommandTarget &target,
                                               CommandKind kind, bool counted, i64 count,
                                               SiteList sites);
    ~FunctionCommand();

    CommandKind kind() const { return kind_; }
    bool counted() const { return counted_; }
    const SiteList &sites() const { return active_; }
    // How often it will still run for a site.
    i64 left_for(SiteId site) const;

    // Takes sites away; the rest goes on with its counts. Errors: no_memory.
    Result<void> shrink(const SiteList &gone);
    // As shrink(), for a module that goes: the registry has dropped the sites already.
    void forget(const SiteList &gone) { active_.remove(gone); }

    // Contexts: any, NMI included; preemption off. No lock, no allocation.
    static void hit(const Op &op, const Hit &hit);

  private:
    FunctionCommand(Registry &registry, CommandTarget &target, CommandKind kind, bool counted)
        : registry_(registry), target_(target), kind_(kind),
          action_(action_of(kind, target.trace->direction())), counted_(counted)
    {
    }
    template <typename T, typename... Args> friend Result<Box<T>> make_box(Args &&...args);
    // What a hit does: the kind, and where it records, the way.
    enum class Action : u8 { traceon, traceoff, stacktrace, stacktrace_backward, dump, cpudump };
    static Action action_of(CommandKind kind, Direction direction);
    bool take(const Hit &hit);
    void run(const Hit &hit);
    Result<FilterSet *> hold(const SiteList &sites);

    Registry &registry_;
    CommandTarget &target_;
    CommandKind kind_;
    Action action_;
    bool counted_;
    Op op_;
    FilterSet *set_ = nullptr;
    SiteList counted_sites_; // as at the start: the order of left_
    SiteList active_;
    Vec<i64> left_;
};

} // namespace spile
