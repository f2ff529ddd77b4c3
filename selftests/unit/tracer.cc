// SPDX-License-Identifier: GPL-2.0
// Trace targets, the function tracer and pid filters: each hit is recorded, held back
// for a reason, or lost, and all are counted.
#include "tracer/function.hh"

#include "selftests/unit/trace_rig.hh"
#include "tracer/pid_filter.hh"

namespace spile::trace_test {
namespace {

constexpr bool both[] = {false, true};

SPILE_TEST(tracer, records_what_was_called_from_where)
{
    NoLeak leak;
    TraceRig rig;
    FilterSet &set = rig.rig->range(0, 10);
    FunctionTracer tracer(rig.rig->registry, *rig.target);
    EXPECT(!tracer.running());
    ASSERT(tracer.start(set));
    EXPECT(tracer.running());
    EXPECT_EQ(tracer.start(set).error(), Errno::busy);
    fakes::set_clock(1000);
    fakes::set_task_context(u64{0x14} << 16 | u64{77} << 32);
    rig.call(kernel_site(3), first_cpu(), 0x1234);
    rig.call(kernel_site(11), first_cpu());
    {
        ConsumingReader reader(rig.target->ring());
        const Entry *entry = reader.peek();
        ASSERT(entry);
        EXPECT_EQ(entry->type(), SPILE_RECORD_FUNCTION);
        EXPECT_EQ(entry->pid(), 77u);
        EXPECT_EQ(entry->context(), u64{0x14} << 16 | u64{77} << 32 | SPILE_RECORD_FUNCTION);
        EXPECT_EQ(entry->time_ns, 1000u);
        EXPECT_EQ(entry->cpu, first_cpu());
        EXPECT_EQ(entry->payload<spile_record_function>()->ip, address_of(kernel_site(3)));
        EXPECT_EQ(entry->payload<spile_record_function>()->parent_ip, 0x1234u);
        reader.advance();
        EXPECT(!reader.peek());
    }
    tracer.stop();
    tracer.stop();
    rig.call(3);
    EXPECT_EQ(rig.recorded(), 1u);
    rig.rig->release(set);
    fakes::reset();
}

SPILE_TEST(tracer, follows_its_filter)
{
    TraceRig rig;
    FilterSet &a = rig.rig->range(0, 10);
    FilterSet &b = rig.rig->range(5, 10);
    FunctionTracer tracer(rig.rig->registry, *rig.target);
    ASSERT(tracer.retarget(b)); // not running: nothing to do
    EXPECT_EQ(rig.rig->patcher.calls, 0u);
    ASSERT(tracer.start(a));
    ASSERT(tracer.retarget(b));
    rig.call(2);
    rig.call(7);
    rig.call(12);
    EXPECT_EQ(rig.recorded(), 2u);
    FilterSet &c = rig.rig->range(50, 10);
    rig.rig->patcher.fail_nth = 1;
    EXPECT_EQ(tracer.retarget(c).error(), Errno::no_device);
    rig.call(12);
    EXPECT_EQ(rig.recorded(), 3u);
    tracer.stop();
    rig.rig->release(a, b, c);
}

SPILE_TEST(tracer, every_hit_is_accounted)
{
    TraceRig rig;
    FilterSet &set = rig.rig->range(0, 10);
    FunctionTracer tracer(rig.rig->registry, *rig.target);
    ASSERT(tracer.start(set));
    unsigned cpu = first_cpu();
    u64 calls = 0;
    auto call = [&](u32 times) {
        for (u32 i = 0; i < times; ++i, ++calls)
            rig.call(i % 10);
    };
    call(5);
    rig.target->set_block(cpu, Block::pid, true);
    call(3);
    EXPECT_EQ(rig.sums().pid, 3u);
    rig.target->set_block(cpu, Block::mask, true); // tells before the pid
    call(4);
    EXPECT_EQ(rig.sums().mask, 4u);
    rig.target->set_on(false); // tells before all
    call(7);
    EXPECT_EQ(rig.sums().off, 7u);
    rig.target->set_on(true);
    call(1);
    EXPECT_EQ(rig.sums().mask, 5u);
    rig.target->set_block(cpu, Block::mask, false);
    EXPECT(rig.target->is_blocked(cpu, Block::pid));
    rig.target->set_block(cpu, Block::pid, false);
    call(2);
    EXPECT_EQ(rig.sums().recorded, 7u);
    // A full ring that must not overwrite.
    rig.target->ring().set_when_full(WhenFull::drop);
    call(5000);
    EXPECT(rig.sums().lost > 0);
    EXPECT_EQ(rig.sums().all(), calls);
    tracer.stop();
    rig.rig->release(set);
}

SPILE_TEST(tracer, cpus_are_held_back_one_by_one)
{
    TraceRig rig;
    unsigned a = first_cpu(), b = second_cpu();
    if (b >= spile_cpu_limit())
        SKIP("this machine has one CPU");
    FilterSet &set = rig.rig->range(0, 1);
    FunctionTracer tracer(rig.rig->registry, *rig.target);
    ASSERT(tracer.start(set));
    rig.target->set_block(a, Block::mask, true);
    EXPECT(!rig.target->is_blocked(b, Block::mask));
    rig.call(kernel_site(0), a);
    rig.call(kernel_site(0), b);
    rig.call(kernel_site(0), b);
    EXPECT_EQ(rig.recorded(a), 0u);
    EXPECT_EQ(rig.recorded(b), 2u);
    EXPECT_EQ(rig.target->filtered(a).mask, 1u);
    rig.target->set_on(false);
    EXPECT(!rig.target->is_on());
    EXPECT(rig.target->is_blocked(a, Block::off) && rig.target->is_blocked(b, Block::off));
    rig.call(kernel_site(0), b);
    EXPECT_EQ(rig.target->filtered(b).off, 1u);
    tracer.stop();
    rig.rig->release(set);
}

SPILE_TEST(tracer, targets_without_memory)
{
    NEEDS_FAILING_MEMORY();
    NoLeak leak;
    for (bool onwards : both)
        EXPECT(fail_each_allocation(
                   [] {
                       Result<Box<TraceTarget>> made = TraceTarget::create(32);
                       if (!made)
                           EXPECT_EQ(made.error(), Errno::no_memory);
                   },
                   onwards) > 3);
}

// --- Options of the function tracer

// What the oldest record is; gone afterwards.
struct Oldest {
    u32 type = 0;
    spile_record_function function = {};
    spile_record_func_repeats repeats = {};
    i32 depth = -1;
    u64 time = 0;

    explicit Oldest(TraceRig &rig)
    {
        ConsumingReader reader(rig.target->ring());
        const Entry *entry = reader.peek();
        if (!entry)
            return;
        type = entry->type();
        time = entry->time_ns;
        if (type == SPILE_RECORD_FUNCTION)
            function = *entry->payload<spile_record_function>();
        if (type == SPILE_RECORD_FUNC_REPEATS)
            repeats = *entry->payload<spile_record_func_repeats>();
        if (type == SPILE_RECORD_STACK)
            depth = entry->payload<spile_record_stack>()->depth;
        reader.advance();
    }
};

SPILE_TEST(tracer, a_stack_behind_each_function)
{
    fakes::reset();
    NoLeak leak;
    {
        TraceRig rig;
        FilterSet &set = rig.rig->range(0, 10);
        FunctionTracer tracer(rig.rig->registry, *rig.target);
        const uptr stack[] = {0x100, 0x200, 0x300};
        fakes::set_stack(stack, 3);
        ASSERT(tracer.start(set));
        rig.call(1);
        ASSERT(tracer.set_more({.stack = true}));
        rig.call(2);
        ASSERT(tracer.set_more({}));
        rig.call(3);
        EXPECT_EQ(Oldest(rig).function.ip, address_of(kernel_site(1)));
        EXPECT_EQ(Oldest(rig).function.ip, address_of(kernel_site(2)));
        EXPECT_EQ(Oldest(rig).depth, 3);
        EXPECT_EQ(Oldest(rig).function.ip, address_of(kernel_site(3)));
        EXPECT_EQ(Oldest(rig).type, 0u);
        // Held back as ever.
        ASSERT(tracer.set_more({.stack = true}));
        rig.target->set_on(false);
        rig.call(1);
        EXPECT_EQ(Oldest(rig).type, 0u);
        EXPECT_EQ(rig.sums().off, 1u);
        tracer.stop();
        rig.rig->release(set);
    }
    fakes::reset();
}

SPILE_TEST(tracer, equal_hits_are_told_by_one_record)
{
    fakes::reset();
    NoLeak leak;
    {
        TraceRig rig;
        FilterSet &set = rig.rig->range(0, 10);
        FunctionTracer tracer(rig.rig->registry, *rig.target);
        ASSERT(tracer.set_more({.no_repeats = true})); // before it runs
        ASSERT(tracer.start(set));
        unsigned cpu = first_cpu();
        auto call = [&](u32 site, uptr parent) { rig.call(kernel_site(site), cpu, parent); };
        fakes::set_clock(1000);
        call(1, 10);
        call(1, 10);
        fakes::set_clock(5000);
        call(1, 10);
        fakes::set_clock(9000);
        call(1, 20); // from elsewhere: another
        call(2, 20);
        call(1, 20);
        EXPECT_EQ(rig.recorded(), 5u); // four of the six hits, and one of repeats
        u64 repeated = 0;
        for_each_cpu(all_cpus, [&](unsigned each) { repeated += rig.target->filtered(each).repeated; });
        EXPECT_EQ(repeated, 2u);

        Oldest first(rig);
        EXPECT_EQ(first.function.parent_ip, 10u);
        EXPECT_EQ(first.time, 1000u);
        Oldest run(rig);
        ASSERT_EQ(run.type, u32{SPILE_RECORD_FUNC_REPEATS});
        EXPECT_EQ(run.repeats.ip, address_of(kernel_site(1)));
        EXPECT_EQ(run.repeats.parent_ip, 10u);
        EXPECT_EQ(run.repeats.count, 2u);
        EXPECT_EQ(run.repeats.delta_top, 0u);
        EXPECT_EQ(run.repeats.delta_bottom, 4000u);
        EXPECT_EQ(Oldest(rig).function.parent_ip, 20u);
        EXPECT_EQ(Oldest(rig).function.ip, address_of(kernel_site(2)));
        EXPECT_EQ(Oldest(rig).function.ip, address_of(kernel_site(1)));
        EXPECT_EQ(Oldest(rig).type, 0u);

        // A long while, and as many as a record can tell.
        rig.target->reset();
        call(3, 10);
        fakes::set_clock(u64{3} << 32);
        for (u32 i = 0; i < 0xffff; ++i)
            call(3, 10);
        fakes::set_clock(u64{9} << 32);
        call(3, 10); // one too many
        EXPECT_EQ(Oldest(rig).type, u32{SPILE_RECORD_FUNCTION});
        Oldest full(rig);
        EXPECT_EQ(full.repeats.count, 0xffffu);
        EXPECT_EQ(full.repeats.delta_top, 5u);
        EXPECT_EQ(Oldest(rig).function.ip, address_of(kernel_site(3)));

        // A new start knows of nothing before it.
        tracer.stop();
        ASSERT(tracer.start(set));
        rig.target->reset();
        call(3, 10);
        EXPECT_EQ(Oldest(rig).type, u32{SPILE_RECORD_FUNCTION});
        ASSERT(tracer.set_more({}));
        call(3, 10);
        EXPECT_EQ(Oldest(rig).type, u32{SPILE_RECORD_FUNCTION});
        tracer.stop();
        rig.rig->release(set);
    }
    fakes::reset();
}

SPILE_TEST(tracer, repeats_without_memory)
{
    NEEDS_FAILING_MEMORY();
    TraceRig rig;
    FunctionTracer tracer(rig.rig->registry, *rig.target);
    for (usize nth : (usize[]){1, 2}) {
        fakes::fail_allocation(nth);
        EXPECT_EQ(tracer.set_more({.stack = true, .no_repeats = true}).error(), Errno::no_memory);
    }
    fakes::fail_allocation(0);
    EXPECT(tracer.set_more({.stack = true, .no_repeats = true}));
}

// --- Pid sets

SPILE_TEST(tracer, pid_sets)
{
    NoLeak leak;
    Box<PidSet> set = PidSet::create().take();
    u32 limit = set->limit();
    EXPECT(set->empty());
    u32 pids[] = {0, 1, 63, 64, 65, 200, limit - 1};
    for (u32 pid : pids) {
        EXPECT(!set->contains(pid));
        set->add(pid);
        set->add(pid);
        EXPECT(set->contains(pid));
    }
    set->add(limit); // there is no such task
    set->add(~0u);
    EXPECT(!set->contains(limit) && !set->contains(~0u));
    u32 at = 0;
    for (u32 pid : pids) {
        EXPECT_EQ(set->next(at), pid);
        at = pid + 1;
    }
    EXPECT_EQ(set->next(at), limit);
    EXPECT_EQ(set->next(limit + 5), limit);
    Box<PidSet> copy = set->copy().take();
    set->remove(64);
    set->remove(64);
    set->remove(~0u);
    EXPECT(!set->contains(64) && set->contains(65) && copy->contains(64));
    for (u32 pid : pids)
        set->remove(pid);
    EXPECT(set->empty() && !copy->empty());
}

// --- Pid filters

Box<PidSet> pids(u32 a, u32 b = 0)
{
    Box<PidSet> set = PidSet::create().take();
    set->add(a);
    if (b)
        set->add(b);
    return set;
}

struct Filtered {
    TraceRig rig;
    PidFilter filter{*rig.target, rig.rig->registry.reaper()};
    bool records(u32 pid)
    {
        filter.on_switch(pid, first_cpu());
        return rig.target->admits(spile_cpu_offset(first_cpu()));
    }
};

SPILE_TEST(tracer, only_and_never)
{
    fakes::reset();
    NoLeak leak;
    {
        Filtered at;
        EXPECT(at.records(1) && at.records(2));
        EXPECT_EQ(fakes::sched_hooks(), 0u);
        ASSERT(at.filter.set(PidList::only, pids(5, 6)));
        EXPECT_EQ(fakes::sched_hooks(), 1u);
        EXPECT(at.records(5) && at.records(6) && !at.records(7) && !at.records(0));
        ASSERT(at.filter.set(PidList::never, pids(6, 7)));
        EXPECT(at.records(5) && !at.records(6) && !at.records(7) && !at.records(8));
        ASSERT(at.filter.set(PidList::only, {}));
        EXPECT(at.records(5) && !at.records(6) && at.records(8) && at.records(0));
        EXPECT_EQ(fakes::sched_hooks(), 1u);
        ASSERT(at.filter.set(PidList::never, PidSet::create().take())); // empty is none
        EXPECT(!at.filter.get(PidList::never));
        EXPECT(at.records(6));
        EXPECT_EQ(fakes::sched_hooks(), 0u);
        EXPECT_EQ(fakes::reaps_wanted(), 1u); // the old lists may still be looked at
        ASSERT(at.filter.set(PidList::only, pids(9)));
        fakes::run_reaps();
    }
    EXPECT_EQ(fakes::sched_hooks(), 0u);
    fakes::reset();
}

SPILE_TEST(tracer, what_runs_already_is_looked_at_once)
{
    fakes::reset();
    {
        Filtered at;
        unsigned cpu = first_cpu();
        fakes::set_running(cpu, 5);
        ASSERT(at.filter.set(PidList::only, pids(6)));
        EXPECT(at.rig.target->is_blocked(cpu, Block::pid));
        ASSERT(at.filter.set(PidList::only, pids(5)));
        EXPECT(!at.rig.target->is_blocked(cpu, Block::pid));
        ASSERT(at.filter.set(PidList::never, pids(5)));
        EXPECT(at.rig.target->is_blocked(cpu, Block::pid));
        ASSERT(at.filter.set(PidList::never, {}));
        ASSERT(at.filter.set(PidList::only, pids(8)));
        ASSERT(at.filter.set(PidList::only, {}));
        for (unsigned each = spile_cpu_next(0); each < spile_cpu_limit();
             each = spile_cpu_next(each + 1))
            EXPECT(!at.rig.target->is_blocked(each, Block::pid));
    }
    fakes::reset();
}

// Nothing runs there, so nothing is looked at; but it comes back.
SPILE_TEST(tracer, a_cpu_that_is_offline_is_let_go)
{
    fakes::reset();
    {
        Filtered at;
        unsigned cpu = first_cpu();
        ASSERT(at.filter.set(PidList::only, pids(6)));
        EXPECT(at.rig.target->is_blocked(cpu, Block::pid));
        fakes::set_running(cpu, fakes::cpu_is_offline);
        ASSERT(at.filter.set(PidList::only, {}));
        EXPECT(!at.rig.target->is_blocked(cpu, Block::pid));
    }
    fakes::reset();
}

SPILE_TEST(tracer, children_are_followed_when_told_to)
{
    fakes::reset();
    {
        Filtered at;
        ASSERT(at.filter.set(PidList::only, pids(5)));
        at.filter.on_fork(5, 50);
        EXPECT(!at.records(50));
        at.filter.on_exit(5);
        EXPECT(at.records(5)); // a number in a list stays, unless followed
        at.filter.set_follow_fork(true);
        at.filter.on_fork(5, 51);
        at.filter.on_fork(51, 52);
        at.filter.on_fork(7, 53);
        EXPECT(at.records(51) && at.records(52) && !at.records(53));
        at.filter.on_exit(51);
        EXPECT(!at.records(51) && at.records(52));
        ASSERT(at.filter.set(PidList::never, pids(52)));
        at.filter.on_fork(52, 54); // in both lists: never wins
        EXPECT(!at.records(54));
        EXPECT(at.filter.get(PidList::only)->contains(54));
        EXPECT(at.filter.get(PidList::never)->contains(54));
        at.filter.set_follow_fork(false);
        at.filter.on_exit(54);
        EXPECT(at.filter.get(PidList::never)->contains(54));
    }
    fakes::reset();
}

SPILE_TEST(tracer, without_hooks_the_old_list_stays)
{
    fakes::reset();
    NoLeak leak;
    {
        Filtered at;
        fakes::fail_sched_hooks(-12);
        EXPECT_EQ(at.filter.set(PidList::only, pids(5)).error(), Errno::no_memory);
        EXPECT(!at.filter.get(PidList::only));
        EXPECT(at.records(1));
        fakes::fail_sched_hooks(0);
        ASSERT(at.filter.set(PidList::only, pids(5)));
    }
    EXPECT_EQ(fakes::sched_hooks(), 0u);
    fakes::reset();
}

SPILE_SUITE(tracer, records_what_was_called_from_where, follows_its_filter,
            every_hit_is_accounted, cpus_are_held_back_one_by_one, targets_without_memory,
            a_stack_behind_each_function, equal_hits_are_told_by_one_record,
            repeats_without_memory,
            pid_sets, only_and_never, what_runs_already_is_looked_at_once,
            a_cpu_that_is_offline_is_let_go, children_are_followed_when_told_to,
            without_hooks_the_old_list_stays)

} // namespace
} // namespace spile::trace_test
