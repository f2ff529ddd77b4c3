// SPDX-License-Identifier: GPL-2.0
#include "instance.hh"

#include "glue/defer.h"
#include "glue/grace.h"
#include "glue/task.h"
#include "tracer/stack.hh"

namespace spile {

namespace {

// The kernel's, for each CPU.
constexpr u64 unexpanded_kb = 7;
constexpr u64 initial_kb = 1408;

// Perhaps another by now.
unsigned this_cpu()
{
    usize offset = spile_cpu_hold();
    spile_cpu_release();
    unsigned cpu = spile_cpu_next(0);
    while (cpu < spile_cpu_limit() && spile_cpu_offset(cpu) != offset)
        cpu = spile_cpu_next(cpu + 1);
    return cpu;
}

} // namespace

Instance::Instance(Registry &registry, Box<TraceTarget> target)
    : registry_(registry), target_(spile::move(target)), tracer_(registry, *target_),
      pids_(*target_, registry.reaper()), sched_switch_(*target_),
      commands_(registry, command_target_)
{
    command_target_.trace = target_.get();
    (void)names_.record_names(options_.get(Option::record_cmd)); // nothing runs: no error
}

Result<Box<Instance>> Instance::create(Registry &registry, Text name)
{
    bool top = name.empty();
    Box<TraceTarget> target = TRY(TraceTarget::create(top ? unexpanded_kb : initial_kb));
    Box<Instance> made = TRY(make_box<Instance>(registry, spile::move(target)));
    made->expanded_ = !top;
    made->name_.text(name);
    TRY(made->name_.status());
    made->command_target_.dump = spile_deferred_create(
        [](void *context) { static_cast<Instance *>(context)->dump(all_cpus); }, made.get());
    made->command_target_.cpudump = spile_deferred_create(
        [](void *context) {
            auto *instance = static_cast<Instance *>(context);
            u32 &asked = instance->command_target_.dump_cpu_plus_1;
            u32 cpu_plus_1 = load_relaxed(asked);
            store_relaxed(asked, 0u); // hits write it only while it is 0
            if (cpu_plus_1)
                instance->dump(cpu_plus_1 - 1);
        },
        made.get());
    if (!made->command_target_.dump || !made->command_target_.cpudump)
        return Errno::no_memory;
    made->set_ = TRY(made->hold_set(made->lists_[0], made->lists_[1]));
    return made;
}

// Hits end first (commands and tracer leave the registry and wait), then what
// they would have used.
Instance::~Instance()
{
    commands_.clear();
    tracer_.stop();
    if (set_)
        registry_.release(*set_);
    spile_deferred_destroy(command_target_.dump);
    spile_deferred_destroy(command_target_.cpudump);
    // pid sets, sets and rings of this instance may still be on their way to be freed
    registry_.reaper().drain();
}

Result<void> Instance::set_tracer(Text name)
{
    const TracerRow *wanted = nullptr;
    for (const TracerRow &row : tracer_rows)
        if (row.name == name)
            wanted = &row;
    if (!wanted)
        return Errno::invalid;
    Locked lock(mutex_);
    TRY(expand_locked());
    if (wanted->kind == kind_)
        return Ok{};
    if (wanted->kind == TracerKind::function) {
        TRY(names_.tracer_runs(true));
        Result<void> started = tracer_.start(*set_);
        if (!started) {
            (void)names_.tracer_runs(false);
            return started; // and what was recorded before is still there
        }
        target_->reset();
        store_relaxed(tracer_cpu_, this_cpu());
    } else {
        tracer_.stop();
        TRY(names_.tracer_runs(false));
    }
    kind_ = wanted->kind;
    return Ok{};
}

u64 Instance::expanded_kb() const { return initial_kb; }

Result<void> Instance::expand()
{
    Locked lock(mutex_);
    return expand_locked();
}

Result<void> Instance::expand_locked()
{
    if (expanded_)
        return Ok{};
    TRY(target_->buffers().set_size_kb(all_cpus, initial_kb));
    store_relaxed(expanded_, true);
    return Ok{};
}

Result<void> Instance::set_buffer_size(unsigned cpu, u64 kb)
{
    Locked lock(mutex_);
    if (cpu != all_cpus)
        TRY(expand_locked());
    TRY(target_->buffers().set_size_kb(cpu, kb));
    store_relaxed(expanded_, true);
    return Ok{};
}

Result<void> Instance::take_snapshot()
{
    Locked lock(mutex_);
    TRY(expand_locked());
    if (target_->direction() == Direction::backward) {
        errors_.add("snapshot", "Not of a backward ring (see buffer_direction)", "1", 0);
        return Errno::not_supported;
    }
    TRY(target_->buffers().allocate_snapshot());
    spile_cpu_hold();
    bool taken = target_->take_snapshot();
    spile_cpu_release();
    if (!taken)
        return Errno::busy;
    spile_wait_for_hits(); // those that were on their way into it
    return Ok{};
}

Text Instance::tracer_name()
{
    Locked lock(mutex_);
    for (const TracerRow &row : tracer_rows)
        if (row.kind == kind_)
            return row.name;
    return {};
}

Result<FilterSet *> Instance::hold_set(const FunctionList &filter, const FunctionList &notrace)
{
    return registry_.hold(TRY(choice_of(filter, notrace)));
}

Result<FunctionList> Instance::copy_list(ListKind kind)
{
    Locked lock(mutex_);
    return lists_[static_cast<u8>(kind)].copy();
}

Result<void> Instance::set_list(ListKind kind, FunctionList list)
{
    Locked lock(mutex_);
    return set_list_locked(kind, spile::move(list));
}

Result<void> Instance::set_list_locked(ListKind kind, FunctionList list)
{
    bool is_filter = kind == ListKind::filter;
    registry_.with_table([&](SiteTable &table) { list.refresh(table); });
    FilterSet *set = TRY(hold_set(is_filter ? list : lists_[0], is_filter ? lists_[1] : list));
    Result<void> moved = tracer_.retarget(*set);
    if (!moved) {
        registry_.release(*set);
        return moved;
    }
    registry_.release(*set_);
    set_ = set;
    lists_[static_cast<u8>(kind)] = spile::move(list);
    return Ok{};
}

Result<void> Instance::change_command(const FilterWord &word)
{
    Locked lock(mutex_);
    return commands_.change(word);
}

Result<void> Instance::set_pids(PidList which, Box<PidSet> pids)
{
    Locked lock(mutex_);
    return pids_.set(which, spile::move(pids));
}

Result<Box<PidSet>> Instance::copy_pids(PidList which)
{
    Locked lock(mutex_);
    const PidSet *now = pids_.get(which);
    return now ? now->copy() : PidSet::create();
}

Result<void> Instance::set_option(Option option, bool on)
{
    Locked lock(mutex_);
    switch (option) {
    case Option::function_fork:
        pids_.set_follow_fork(on);
        break;
    case Option::overwrite:
        if (!on && target_->direction() == Direction::backward) {
            errors_.add("trace_options", "A backward ring overwrites (see buffer_direction)",
                        "nooverwrite", 2);
            return Errno::invalid;
        }
        target_->buffers().set_when_full(on ? WhenFull::overwrite : WhenFull::drop);
        break;
    case Option::record_cmd:
        TRY(names_.record_names(on));
        break;
    case Option::record_tgid:
        TRY(names_.record_tgids(on));
        break;
    case Option::func_stack_trace:
        TRY(tracer_.set_more({on, options_.get(Option::func_no_repeats)}));
        break;
    case Option::func_no_repeats:
        TRY(tracer_.set_more({options_.get(Option::func_stack_trace), on}));
        break;
    case Option::stacktrace:
    case Option::userstacktrace:
        options_.set(option, on);
        apply_extras();
        break;
    case Option::test_nop_refuse:
        return Errno::invalid; // which is all that it is for
    default:
        break;
    }
    options_.set(option, on);
    return Ok{};
}

void Instance::apply_extras()
{
    u32 extras = 0;
    if (options_.get(Option::stacktrace))
        extras |= static_cast<u32>(Extra::stack);
    if (options_.get(Option::userstacktrace))
        extras |= static_cast<u32>(Extra::user_stack);
    target_->set_extras(extras);
}

Result<void> Instance::enable_sched_switch(bool on)
{
    Locked lock(mutex_);
    if (on) {
        TRY(expand_locked());
        TRY(names_.events_run(true));
    }
    Result<void> done = sched_switch_.enable(on);
    if (!sched_switch_.enabled())
        TRY(names_.events_run(false));
    return done;
}

LineFormat Instance::line_format() const
{
    return options_.get(Option::latency_format) ? LineFormat::latency : LineFormat::plain;
}

void Instance::inherit_options(const Options &top)
{
    options_ = Options::inherited(top);
    (void)names_.record_names(options_.get(Option::record_cmd)); // nothing runs: no error
    (void)names_.record_tgids(options_.get(Option::record_tgid));
    target_->buffers().set_when_full(options_.get(Option::overwrite) ? WhenFull::overwrite
                                                                  : WhenFull::drop);
    apply_extras();
    if (!tracer_.set_more({options_.get(Option::func_stack_trace),
                           options_.get(Option::func_no_repeats)})) {
        options_.set(Option::func_stack_trace, false); // no memory for them
        options_.set(Option::func_no_repeats, false);
    }
}

OutputOptions Instance::output_options() const
{
    OutputOptions out;
    out.print_parent = options_.get(Option::print_parent);
    out.sym_offset = options_.get(Option::sym_offset);
    out.sym_addr = options_.get(Option::sym_addr);
    out.verbose = options_.get(Option::verbose);
    out.annotate = options_.get(Option::annotate);
    out.sym_userobj = options_.get(Option::sym_userobj);
    out.bin = options_.get(Option::bin);
    out.hex = options_.get(Option::hex);
    out.raw = options_.get(Option::raw);
    out.fields = options_.get(Option::fields);
    out.hash_ptr = options_.get(Option::hash_ptr);
    out.context_info = options_.get(Option::context_info);
    out.irq_info = options_.get(Option::irq_info);
    out.find_names = options_.get(Option::record_cmd);
    out.record_tgid = options_.get(Option::record_tgid);
    out.printk_msg_only =
        options_.get(Option::trace_printk) && options_.get(Option::printk_msg_only);
    out.time_start = target_->time_start();
    out.clock_in_ns = clock_in_ns(target_->clock());
    return out;
}

void Instance::pause()
{
    Locked lock(mutex_);
    if (!pauses_++)
        target_->set_paused(true);
}

void Instance::resume()
{
    Locked lock(mutex_);
    if (!--pauses_)
        target_->set_paused(false);
}

void Instance::set_clock(ClockKind clock)
{
    Locked lock(mutex_);
    target_->set_clock(clock);
}

void Instance::set_cpu_traced(unsigned cpu, bool traced)
{
    target_->set_block(cpu, Block::mask, !traced);
}

Result<void> Instance::module_came(const void *module)
{
    Locked lock(mutex_);
    for (unsigned i = 0; i < 2; ++i) {
        FunctionList list = TRY(lists_[i].copy());
        bool any = false;
        TRY(registry_.with_table([&](SiteTable &table) -> Result<void> {
            SiteBlock *block = table.find_block(module);
            return block ? list.module_came(table, *block, any) : Result<void>(Ok{});
        }));
        if (any)
            TRY(set_list_locked(static_cast<ListKind>(i), spile::move(list)));
    }
    return Ok{};
}

void Instance::module_went(const SiteList &gone)
{
    Locked lock(mutex_);
    lists_[0].module_went(gone);
    lists_[1].module_went(gone);
    commands_.module_went(gone);
}

} // namespace spile
