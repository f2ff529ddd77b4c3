// SPDX-License-Identifier: GPL-2.0
// Instances: settings that change while everything runs, and stay when a change fails.
#include "instance/instances.hh"

#include "selftests/unit/trace_rig.hh"

namespace spile::trace_test {
namespace {

constexpr bool both[] = {false, true};

constexpr Names::Row rows[] = {
    {kernel_site(0), "vfs_read"},   {kernel_site(1), "vfs_write"}, {kernel_site(2), "schedule"},
    {module_site(0, 0), "m_open"},  {module_site(0, 1), "m_close"}, {module_site(0, 2), "vfs_read"},
};

struct Session {
    Box<Rig> rig = Rig::create(20, rows);
    Box<Instance> instance;

    Session()
    {
        fakes::reset();
        instance = Instance::create(rig->registry, "one").take();
    }
    ~Session()
    {
        instance.reset();
        EXPECT_EQ(rig->patcher.count(), 0u);
        EXPECT_EQ(rig->registry.report().sets, 0u);
        EXPECT_EQ(fakes::sched_hooks(), 0u);
        fakes::reset();
    }
    // As a user's writes between open and close.
    Errno change(ListKind kind, Text word)
    {
        FunctionList list = instance->copy_list(kind).take();
        Result<void> changed = list.change(rig->registry, FilterWord::parse(word));
        return changed ? instance->set_list(kind, spile::move(list)).error() : changed.error();
    }
    Errno filter(Text word) { return change(ListKind::filter, word); }
    Errno notrace(Text word) { return change(ListKind::notrace, word); }
    u64 call_site(SiteId site)
    {
        u64 had = written();
        if (rig->patcher.patched(site))
            dispatch<TraceRunner>(rig->registry.call_sites(), address_of(site), 0,
                                  spile_cpu_offset(first_cpu()), nullptr);
        return written() - had;
    }
    u64 call(u32 i) { return call_site(kernel_site(i)); }
    u64 written() { return instance->target().ring().stats(all_cpus).written; }
    void load()
    {
        EXPECT(rig->load_module(0, 3, "ext4"));
        EXPECT(instance->module_came(module(0)));
    }
    void unload() { instance->module_went(rig->registry.remove_sites(module(0))); }
    usize chosen(ListKind kind)
    {
        return instance->with_list(kind, [](const FunctionList &list, FunctionCommands &) {
            return list.sites().size();
        });
    }
};

SPILE_TEST(instance, tracers)
{
    NoLeak leak;
    Session at;
    EXPECT_EQ(at.instance->name(), Text("one"));
    EXPECT_EQ(at.instance->tracer_name(), Text("nop"));
    EXPECT_EQ(at.instance->set_tracer("functions").error(), Errno::invalid);
    EXPECT_EQ(at.instance->set_tracer("").error(), Errno::invalid);
    EXPECT(at.instance->set_tracer("nop"));
    EXPECT_EQ(at.rig->patcher.calls, 0u);
    EXPECT(at.instance->set_tracer("function"));
    EXPECT(at.instance->set_tracer("function"));
    EXPECT_EQ(at.instance->tracer_name(), Text("function"));
    EXPECT_EQ(at.rig->patcher.count(), 20u);
    EXPECT_EQ(fakes::sched_hooks(), 1u); // for the names of tasks
    EXPECT_EQ(at.call(7), 1u);
    EXPECT(at.instance->set_tracer("nop"));
    EXPECT_EQ(at.rig->patcher.count(), 0u);
    EXPECT_EQ(fakes::sched_hooks(), 0u);
    EXPECT_EQ(at.written(), 1u); // stays to be read
    EXPECT(at.instance->set_tracer("function")); // and its end may come while it runs
}

SPILE_TEST(instance, a_tracer_that_cannot_start)
{
    Session at;
    at.rig->patcher.fail_nth = 1;
    EXPECT_EQ(at.instance->set_tracer("function").error(), Errno::no_device);
    EXPECT_EQ(at.instance->tracer_name(), Text("nop"));
    EXPECT_EQ(fakes::sched_hooks(), 0u);
    fakes::fail_sched_hooks(-2);
    EXPECT_EQ(at.instance->set_tracer("function").error(), Errno::not_found);
    EXPECT_EQ(at.instance->tracer_name(), Text("nop"));
    EXPECT_EQ(at.rig->patcher.count(), 0u);
    fakes::fail_sched_hooks(0);
    EXPECT(at.instance->set_tracer("function"));
}

SPILE_TEST(instance, filters_change_while_it_runs)
{
    NoLeak leak;
    Session at;
    EXPECT_EQ(at.filter("vfs_*"), Errno{});
    EXPECT_EQ(at.rig->patcher.calls, 0u);
    EXPECT(at.instance->set_tracer("function"));
    EXPECT_EQ(at.rig->patcher.count(), 2u);
    EXPECT_EQ(at.notrace("vfs_write"), Errno{});
    EXPECT_EQ(at.rig->patcher.count(), 1u);
    EXPECT(at.call(0) == 1 && at.call(1) == 0 && at.call(2) == 0);
    EXPECT_EQ(at.filter("schedule"), Errno{});
    EXPECT(at.call(0) == 1 && at.call(1) == 0 && at.call(2) == 1);
    EXPECT_EQ(at.filter("nobody"), Errno::invalid);
    EXPECT_EQ(at.filter("!*"), Errno{}); // every function again, but one
    EXPECT_EQ(at.rig->patcher.count(), 19u);
    EXPECT_EQ(at.notrace("!vfs_write"), Errno{});
    EXPECT_EQ(at.rig->patcher.count(), 20u);
    EXPECT_EQ(at.rig->registry.report().sets, 1u);
}

SPILE_TEST(instance, a_filter_that_cannot_be_patched_leaves_the_old)
{
    Session at;
    EXPECT_EQ(at.filter("vfs_read"), Errno{});
    EXPECT(at.instance->set_tracer("function"));
    at.rig->patcher.fail_nth = 1;
    EXPECT_EQ(at.filter("schedule"), Errno::no_device);
    EXPECT_EQ(at.chosen(ListKind::filter), 1u);
    EXPECT(at.call(0) == 1 && at.call(2) == 0);
    EXPECT_EQ(at.filter("schedule"), Errno{});
    EXPECT_EQ(at.chosen(ListKind::filter), 2u);
    at.rig->patcher.fail_nth = 1;
    EXPECT_EQ(at.notrace("nobody"), Errno::invalid);
    EXPECT_EQ(at.notrace("vfs_read"), Errno{}); // only takes off: that cannot fail
    EXPECT(at.call(0) == 0 && at.call(2) == 1);
}

SPILE_TEST(instance, filters_without_memory)
{
    NEEDS_FAILING_MEMORY();
    NoLeak leak;
    for (bool onwards : both) {
        Session at;
        EXPECT_EQ(at.filter("vfs_*"), Errno{});
        EXPECT(at.instance->set_tracer("function"));
        fail_each_allocation(
            [&] {
                Result<FunctionList> copied = at.instance->copy_list(ListKind::filter);
                if (!copied)
                    return;
                FunctionList list = copied.take();
                Result<void> done =
                    list.change(at.rig->registry, FilterWord::parse("schedule"));
                if (done)
                    done = at.instance->set_list(ListKind::filter, spile::move(list));
                fakes::fail_allocation(0);
                EXPECT_EQ(at.chosen(ListKind::filter), done ? 3u : 2u);
                EXPECT_EQ(at.call(0), 1u);
                EXPECT_EQ(at.call(2), done ? 1u : 0u);
                if (done)
                    EXPECT_EQ(at.filter("!schedule"), Errno{});
                fakes::run_reaps();
            },
            onwards);
    }
}

SPILE_TEST(instance, creation_without_memory)
{
    NEEDS_FAILING_MEMORY();
    NoLeak leak;
    Box<Rig> rig = Rig::create(20);
    for (bool onwards : both) {
        usize failures = fail_each_allocation(
            [&] {
                Result<Box<Instance>> made = Instance::create(rig->registry, "name");
                if (!made)
                    EXPECT_EQ(made.error(), Errno::no_memory);
            },
            onwards);
        EXPECT(failures > 8);
        fakes::run_reaps();
    }
    EXPECT_EQ(rig->registry.report().sets, 0u);
}

SPILE_TEST(instance, modules_that_were_waited_for)
{
    Session at;
    EXPECT_EQ(at.filter("m_*:mod:ext4"), Errno{});
    EXPECT_EQ(at.notrace("m_close:mod:ext4"), Errno{});
    EXPECT(at.instance->set_tracer("function"));
    EXPECT_EQ(at.rig->patcher.count(), 0u);
    at.load();
    EXPECT_EQ(at.rig->patcher.count(), 1u);
    EXPECT_EQ(at.call_site(module_site(0, 0)), 1u);
    EXPECT_EQ(at.call_site(module_site(0, 1)), 0u);
    EXPECT_EQ(at.call(0), 0u);
    at.unload();
    EXPECT_EQ(at.rig->patcher.count(), 0u);
    EXPECT_EQ(at.chosen(ListKind::filter), 0u);
    EXPECT_EQ(at.chosen(ListKind::notrace), 0u);
    // The tracer is still there, and goes on with what is chosen next.
    EXPECT_EQ(at.filter("schedule"), Errno{});
    EXPECT_EQ(at.call(2), 1u);
}

SPILE_TEST(instance, modules_in_a_tracer_of_everything)
{
    Session at;
    EXPECT_EQ(at.notrace("vfs_read"), Errno{});
    EXPECT(at.instance->set_tracer("function"));
    EXPECT_EQ(at.rig->patcher.count(), 19u);
    at.load();
    EXPECT_EQ(at.rig->patcher.count(), 22u);
    EXPECT_EQ(at.call_site(module_site(0, 1)), 1u);
    EXPECT_EQ(at.notrace("*:mod:ext4"), Errno{});
    EXPECT_EQ(at.rig->patcher.count(), 19u);
    at.unload();
    EXPECT_EQ(at.chosen(ListKind::notrace), 1u);
    EXPECT_EQ(at.rig->patcher.count(), 19u);
    at.load();
    EXPECT_EQ(at.rig->patcher.count(), 22u);
}

// A list that was read before a module went is written back after it.
SPILE_TEST(instance, a_list_from_before_a_module_went)
{
    Session at;
    at.load();
    EXPECT(at.instance->set_tracer("function"));
    FunctionList list = at.instance->copy_list(ListKind::filter).take();
    EXPECT(list.change(at.rig->registry, FilterWord::parse("m_open")));
    EXPECT(list.change(at.rig->registry, FilterWord::parse("schedule")));
    at.unload();
    EXPECT(at.instance->set_list(ListKind::filter, spile::move(list)));
    EXPECT_EQ(at.chosen(ListKind::filter), 1u);
    EXPECT_EQ(at.rig->patcher.count(), 1u);
    EXPECT_EQ(at.call(2), 1u);
}

SPILE_TEST(instance, commands_beside_a_tracer)
{
    Session at;
    EXPECT_EQ(at.filter("vfs_*"), Errno{});
    EXPECT(at.instance->set_tracer("function"));
    EXPECT(at.instance->change_command(FilterWord::parse("schedule:traceoff")));
    EXPECT(at.instance->change_command(FilterWord::parse("vfs_write:traceon:1")));
    EXPECT_EQ(at.rig->patcher.count(), 3u);
    EXPECT_EQ(at.call(0), 1u);
    EXPECT_EQ(at.call(2), 0u); // not traced, but it switches off
    EXPECT(!at.instance->target().is_on());
    EXPECT_EQ(at.call(0), 0u);
    (void)at.call(1);
    EXPECT(at.instance->target().is_on());
    EXPECT(at.instance->set_tracer("nop"));
    EXPECT_EQ(at.rig->patcher.count(), 2u);
    EXPECT_EQ(at.instance->change_command(FilterWord::parse("x:traceoff")).error(),
              Errno::invalid);
}

SPILE_TEST(instance, pids_and_options)
{
    NoLeak leak;
    Session at;
    EXPECT(at.instance->copy_pids(PidList::only).value()->empty());
    Box<PidSet> pids = PidSet::create().take();
    pids->add(5);
    EXPECT(at.instance->set_pids(PidList::only, spile::move(pids)));
    EXPECT(at.instance->copy_pids(PidList::only).value()->contains(5));
    EXPECT(at.instance->copy_pids(PidList::never).value()->empty());
    EXPECT_EQ(fakes::sched_hooks(), 1u);
    EXPECT(!at.instance->pids().follows_fork());
    EXPECT(at.instance->set_option(Option::function_fork, true));
    EXPECT(at.instance->pids().follows_fork());
    EXPECT(at.instance->options().get(Option::function_fork));
    EXPECT(at.instance->options().get(Option::print_parent));
    EXPECT(!at.instance->options().get(Option::sym_addr));
    EXPECT(at.instance->set_option(Option::overwrite, false));
    EXPECT_EQ(at.instance->target().ring().when_full(), WhenFull::drop);
    EXPECT(at.instance->set_option(Option::overwrite, true));
    EXPECT_EQ(at.instance->target().ring().when_full(), WhenFull::overwrite);
    at.instance->set_cpu_traced(first_cpu(), false);
    EXPECT(at.instance->target().is_blocked(first_cpu(), Block::mask));
    at.instance->set_cpu_traced(first_cpu(), true);
    EXPECT(!at.instance->target().is_blocked(first_cpu(), Block::mask));
}

SPILE_TEST(instance, dumps_go_to_the_log)
{
    Session at;
    EXPECT(at.instance->change_command(FilterWord::parse("vfs_read:dump")));
    (void)at.call(0);
    EXPECT(fakes::logged().empty());
    fakes::run_deferred();
    EXPECT(fakes::logged().find(Text("the trace buffer is empty")) != Text::npos);
}

SPILE_TEST(instance, cpudump_shows_the_cpu_that_asked)
{
    Session at;
    EXPECT_EQ(at.filter("vfs_*"), Errno{});
    EXPECT(at.instance->set_tracer("function"));
    EXPECT(at.instance->change_command(FilterWord::parse("schedule:cpudump")));
    for (unsigned cpu = spile_cpu_next(0); cpu < spile_cpu_limit(); cpu = spile_cpu_next(cpu + 1))
        dispatch<TraceRunner>(at.rig->registry.call_sites(), address_of(kernel_site(0)), 0,
                              spile_cpu_offset(cpu), nullptr);
    (void)at.call(2);
    fakes::run_deferred();
    EXPECT(fakes::logged().find(Text("[000]")) != Text::npos);
    EXPECT(fakes::logged().find(Text("[001]")) == Text::npos);
}

// --- All of them

SPILE_TEST(instance, several)
{
    NoLeak leak;
    fakes::reset();
    Box<Rig> rig = Rig::create(20, rows);
    {
        Instances all;
        Instance *a = all.add(rig->registry, "a").value();
        Instance *b = all.add(rig->registry, "b").value();
        EXPECT_EQ(all.add(rig->registry, "a").error(), Errno::exists);
        EXPECT_EQ(all.find("b"), b);
        EXPECT_EQ(all.find("c"), nullptr);
        usize seen = 0, live = 0;
        all.for_each([&](Instance &) { ++seen; });
        all.for_each_live([&](Instance &) { ++live; });
        EXPECT(seen == 2 && live == 2);
        // Equal filters of two instances are one set, and patched once.
        EXPECT(a->set_tracer("function"));
        usize calls = rig->patcher.calls;
        EXPECT(b->set_tracer("function"));
        EXPECT_EQ(rig->patcher.calls, calls);
        EXPECT_EQ(rig->registry.report().sets, 1u);
        usize periods = fakes::grace_periods();
        all.remove(*a);
        EXPECT(fakes::grace_periods() > periods); // hooks may have looked at it
        EXPECT_EQ(rig->patcher.count(), 20u);
        EXPECT_EQ(all.find("a"), nullptr);
        live = 0;
        all.for_each_live([&](Instance &one) { live += &one == b; });
        EXPECT_EQ(live, 1u);
        all.remove(*b);
        EXPECT_EQ(rig->patcher.count(), 0u);
    }
    rig.reset();
    fakes::reset();
}

// --- error_log

SPILE_TEST(instance, error_log)
{
    NoLeak leak;
    fakes::set_clock(117404295001);
    {
        ErrorLog log;
        Printer out;
        EXPECT(log.print(out));
        EXPECT_EQ(out.view(), Text(""));
        log.add("set_ftrace_filter", "No function matches", "vfs_raed", 0);
        EXPECT(log.print(out));
        EXPECT_EQ(out.view(), Text("[  117.404295] set_ftrace_filter: error: No function matches\n"
                                   "  Command: vfs_raed\n"
                                   "           ^\n"));
        out.clear();
        log.add("x", "y", "a:b", 2);
        EXPECT(log.print(out));
        EXPECT(out.view().ends_with("  Command: a:b\n             ^\n"));
        for (u32 i = 0; i < 20; ++i) {
            char name[] = "e0";
            name[1] = static_cast<char>('a' + i);
            log.add(name, "what", "c", 0);
        }
        out.clear();
        EXPECT(log.print(out));
        EXPECT_EQ(out.view().find(Text("el:")), usize{Text::npos}); // 8 are kept: em .. et
        EXPECT_NE(out.view().find(Text("em:")), usize{Text::npos});
        EXPECT_NE(out.view().find(Text("et:")), usize{Text::npos});
        log.clear();
        out.clear();
        EXPECT(log.print(out));
        EXPECT(out.view().empty());
        log.add("w", "x", "y", 0);
    }
    fakes::reset();
}

// A long command is cut, and its caret stays within what is shown.
SPILE_TEST(instance, error_log_of_a_long_command)
{
    Printer command;
    for (u32 i = 0; i < 100000; ++i)
        command.ch('x');
    ErrorLog log;
    log.add("f", "e", command.view(), 99999);
    Printer out;
    EXPECT(log.print(out));
    EXPECT(out.size() < 1000);
    EXPECT(out.view().ends_with("^\n"));
}

SPILE_TEST(instance, error_log_without_memory)
{
    NEEDS_FAILING_MEMORY();
    NoLeak leak;
    fail_each_allocation([&] {
        ErrorLog log;
        Printer out;
        log.add("first", "e", "c", 0);
        log.add("second", "error", "command", 3);
        bool failed = fakes::failed_allocations() != 0;
        fakes::fail_allocation(0);
        EXPECT(log.print(out));
        // All of an error or nothing.
        usize heads = 0, commands = 0;
        for (usize i = 0; i < out.size(); ++i) {
            Text rest = out.view().from(i);
            heads += rest.starts_with("first: error: e\n") ||
                     rest.starts_with("second: error: error\n");
            commands += rest.starts_with("  Command: c\n") ||
                        rest.starts_with("  Command: command\n");
        }
        EXPECT_EQ(heads, failed ? 1u : 2u);
        EXPECT_EQ(commands, heads);
    });
}

SPILE_SUITE(instance, tracers, a_tracer_that_cannot_start, filters_change_while_it_runs,
            a_filter_that_cannot_be_patched_leaves_the_old, filters_without_memory,
            creation_without_memory, modules_that_were_waited_for,
            modules_in_a_tracer_of_everything, a_list_from_before_a_module_went,
            commands_beside_a_tracer, pids_and_options, dumps_go_to_the_log,
            cpudump_shows_the_cpu_that_asked, several, error_log, error_log_of_a_long_command,
            error_log_without_memory)

} // namespace
} // namespace spile::trace_test
