// SPDX-License-Identifier: GPL-2.0
// Function commands: what a hit does, how often, and how users write and read them.
#include "commands/commands.hh"

#include "glue/defer.h"
#include "selftests/unit/trace_rig.hh"

namespace spile::trace_test {
namespace {

constexpr bool both[] = {false, true};

constexpr Names::Row rows[] = {
    {kernel_site(0), "vfs_read"}, {kernel_site(1), "vfs_write"}, {kernel_site(2), "schedule"},
    {kernel_site(3), "twice"},    {kernel_site(4), "twice"},
};

struct Setup {
    TraceRig rig{20, rows};
    CommandTarget target;
    FunctionCommands commands{rig.rig->registry, target};
    usize dumps = 0, cpu_dumps = 0;

    Setup()
    {
        target.trace = rig.target.get();
        target.dump = spile_deferred_create([](void *at) { ++static_cast<Setup *>(at)->dumps; }, this);
        target.cpudump =
            spile_deferred_create([](void *at) { ++static_cast<Setup *>(at)->cpu_dumps; }, this);
    }
    ~Setup()
    {
        commands.clear();
        spile_deferred_destroy(target.dump);
        spile_deferred_destroy(target.cpudump);
        EXPECT_EQ(rig.rig->patcher.count(), 0u);
    }
    Errno change(Text word) { return commands.change(FilterWord::parse(word)).error(); }
    // All commands, as set_ftrace_filter shows them.
    bool shows(Text wanted)
    {
        Printer out;
        EXPECT(commands.print(out, rig.rig->symbols));
        if (out.view() == wanted)
            return true;
        EXPECT_EQ(out.view(), wanted);
        return false;
    }
    bool on() { return rig.target->is_on(); }
};

SPILE_TEST(commands, names)
{
    for (Text name : (Text[]){"traceon", "traceoff", "stacktrace", "dump", "cpudump"})
        EXPECT_EQ(command_name(command_kind(name).value()), name);
    for (Text name : (Text[]){"", "trace", "traceonn", "mod", "Traceon", "enable_event"})
        EXPECT_EQ(command_kind(name).error(), Errno::invalid);
}

SPILE_TEST(commands, traceoff_and_traceon)
{
    Setup at;
    EXPECT_EQ(at.change("vfs_read:traceoff"), Errno{});
    EXPECT_EQ(at.change("vfs_write:traceon"), Errno{});
    at.shows("vfs_read:traceoff:unlimited\nvfs_write:traceon:unlimited\n");
    at.rig.call(2);
    EXPECT(at.on());
    at.rig.call(0);
    EXPECT(!at.on());
    at.rig.call(0);
    EXPECT(!at.on());
    at.rig.call(1);
    EXPECT(at.on());
    at.commands.clear();
    at.rig.call(0);
    EXPECT(at.on());
    EXPECT(at.commands.empty());
}

// As in the kernel: only a run that changes something is one.
SPILE_TEST(commands, counts_are_spent_by_changes)
{
    Setup at;
    EXPECT_EQ(at.change("vfs_read:traceoff:3"), Errno{});
    at.shows("vfs_read:traceoff:count=3\n");
    for (u32 i = 0; i < 5; ++i)
        at.rig.call(0);
    at.shows("vfs_read:traceoff:count=2\n"); // the others found it off
    for (u32 i = 0; i < 5; ++i) {
        at.rig.target->set_on(true);
        at.rig.call(0);
    }
    at.shows("vfs_read:traceoff:count=0\n");
    EXPECT(at.on());
}

SPILE_TEST(commands, each_function_has_a_count_of_its_own)
{
    Setup at;
    EXPECT_EQ(at.change("twice:traceoff:1"), Errno{});
    for (u32 i : (u32[]){3, 4, 3, 4}) {
        at.rig.target->set_on(true);
        at.rig.call(i);
    }
    EXPECT(at.on());
    at.shows("twice:traceoff:count=0\ntwice:traceoff:count=0\n");
}

SPILE_TEST(commands, counts_that_users_write)
{
    Setup at;
    EXPECT_EQ(at.change("vfs_read:traceoff:"), Errno{}); // no number: no limit
    EXPECT_EQ(at.change("vfs_write:traceoff:0x10"), Errno{});
    EXPECT_EQ(at.change("schedule:traceoff:0"), Errno{});
    at.shows("vfs_read:traceoff:unlimited\nvfs_write:traceoff:count=16\n"
             "schedule:traceoff:count=0\n");
    at.rig.call(2);
    EXPECT(at.on());
    at.commands.clear();
    EXPECT_EQ(at.change("vfs_read:traceoff:1180591620717411303424"), Errno::range); // 2^70
    EXPECT_EQ(at.change("vfs_read:traceoff:18446744073709551616"), Errno::range);
    EXPECT_EQ(at.change("vfs_read:traceoff:x"), Errno::invalid);
    EXPECT_EQ(at.change("vfs_read:traceoff:-1"), Errno::invalid);
    EXPECT_EQ(at.change("vfs_read:traceoff:1x"), Errno::invalid);
    EXPECT(at.commands.empty());
    // More than a count can hold is as good as no limit, and no negative number.
    EXPECT_EQ(at.change("vfs_read:traceoff:9223372036854775807"), Errno{});
    at.shows("vfs_read:traceoff:count=9223372036854775807\n");
    at.commands.clear();
    EXPECT_EQ(at.change("vfs_read:traceoff:18446744073709551615"), Errno::range);
    EXPECT(at.commands.empty());
}

SPILE_TEST(commands, what_is_refused)
{
    Setup at;
    for (Text word : (Text[]){"nobody:traceoff", ":traceoff", "vfs_read:", "vfs_read:nonsense",
                              "!vfs_read:traceoff", "!nobody:traceoff", "!:traceoff",
                              "vfs_read:mod"})
        EXPECT_EQ(at.change(word), Errno::invalid);
    EXPECT(at.commands.empty());
    EXPECT_EQ(at.rig.rig->patcher.calls, 0u);
}

SPILE_TEST(commands, the_same_again_changes_nothing)
{
    Setup at;
    EXPECT_EQ(at.change("vfs_read:traceoff:3"), Errno{});
    EXPECT_EQ(at.change("vfs_*:traceoff:5"), Errno{}); // new for vfs_write alone
    at.shows("vfs_read:traceoff:count=3\nvfs_write:traceoff:count=5\n");
    EXPECT_EQ(at.change("vfs_read:traceoff"), Errno{}); // with and without limit are two
    at.shows("vfs_read:traceoff:count=3\nvfs_write:traceoff:count=5\n"
             "vfs_read:traceoff:unlimited\n");
}

SPILE_TEST(commands, removal)
{
    Setup at;
    EXPECT_EQ(at.change("vfs_*:traceoff:3"), Errno{});
    EXPECT_EQ(at.change("vfs_read:traceon"), Errno{});
    EXPECT_EQ(at.change("!vfs_read:traceoff"), Errno::invalid); // that one has a limit
    EXPECT_EQ(at.change("!schedule:traceoff:0"), Errno::invalid);
    at.rig.call(1); // spends one of vfs_write's
    EXPECT_EQ(at.change("!vfs_read:traceoff:0"), Errno{});
    at.shows("vfs_write:traceoff:count=2\nvfs_read:traceon:unlimited\n");
    EXPECT_EQ(at.rig.rig->patcher.count(), 2u);
    EXPECT_EQ(at.change("!*:traceoff:0"), Errno{});
    EXPECT_EQ(at.change("!vfs_read:traceon"), Errno{});
    EXPECT(at.commands.empty());
    EXPECT_EQ(at.rig.rig->patcher.count(), 0u);
    EXPECT_EQ(at.rig.rig->registry.report().sets, 0u);
}

SPILE_TEST(commands, stacktrace)
{
    fakes::reset();
    {
        Setup at;
        uptr stack[] = {0x11, 0x22, 0x33};
        fakes::set_stack(stack, 3);
        EXPECT_EQ(at.change("schedule:stacktrace:2"), Errno{});
        at.rig.target->set_on(false);
        at.rig.call(2); // not recorded, not spent
        at.rig.target->set_on(true);
        // set_ftrace_pid is about the function tracer.
        at.rig.target->set_block(first_cpu(), Block::pid, true);
        for (u32 i = 0; i < 3; ++i)
            at.rig.call(2);
        at.shows("schedule:stacktrace:count=0\n");
        EXPECT_EQ(at.rig.recorded(), 2u);
        ConsumingReader reader(at.rig.target->ring());
        const Entry *entry = reader.peek();
        ASSERT(entry);
        EXPECT_EQ(entry->type(), SPILE_RECORD_STACK);
        const auto *record = entry->payload<spile_record_stack>();
        EXPECT_EQ(record->depth, 3u);
        EXPECT_EQ(record->ips[0], 0x11u);
        EXPECT_EQ(record->ips[2], 0x33u);
        EXPECT_EQ(entry->payload_bytes(), sizeof(spile_record_stack) + 24);
    }
    fakes::reset();
}

SPILE_TEST(commands, dump_is_done_once_and_later)
{
    fakes::reset();
    {
        Setup at;
        EXPECT_EQ(at.change("vfs_read:dump"), Errno{});
        EXPECT_EQ(at.change("vfs_write:cpudump:7"), Errno{}); // whatever count is given
        at.shows("vfs_read:dump:count=1\nvfs_write:cpudump:count=1\n");
        at.rig.call(0);
        EXPECT(!at.on()); // what is to be seen must stay
        EXPECT_EQ(at.dumps, 0u);
        EXPECT_EQ(fakes::deferred_waiting(), 1u);
        fakes::run_deferred();
        EXPECT_EQ(at.dumps, 1u);
        at.rig.target->set_on(true);
        at.rig.call(0);
        EXPECT_EQ(fakes::deferred_waiting(), 0u);
        EXPECT(at.on());
        at.rig.call(kernel_site(1), first_cpu());
        EXPECT_EQ(at.target.dump_cpu_plus_1, first_cpu() + 1);
        fakes::run_deferred();
        EXPECT_EQ(at.cpu_dumps, 1u);
        EXPECT_EQ(at.change("!vfs_read:dump"), Errno{});
        EXPECT_EQ(at.change("!vfs_write:cpudump"), Errno{});
    }
    fakes::reset();
}

SPILE_TEST(commands, the_first_cpu_that_asks_is_dumped)
{
    unsigned a = first_cpu(), b = second_cpu();
    if (b >= spile_cpu_limit())
        SKIP("this machine has one CPU");
    fakes::reset();
    {
        Setup at;
        EXPECT_EQ(at.change("vfs_*:cpudump"), Errno{});
        at.rig.call(kernel_site(0), b);
        at.rig.call(kernel_site(1), a);
        EXPECT_EQ(at.target.dump_cpu_plus_1, b + 1);
    }
    fakes::reset();
}

SPILE_TEST(commands, modules_take_theirs_along)
{
    Setup at;
    ASSERT(at.rig.rig->load_module(0, 3));
    Printer name;
    EXPECT_EQ(at.change("*:traceoff:2"), Errno{});
    EXPECT_EQ(at.rig.rig->patcher.count(), 23u);
    Text of_module = "f8192:traceon"; // the module's first function
    EXPECT_EQ(at.change(of_module), Errno{});
    usize sets = at.rig.rig->registry.report().sets;
    SiteList gone = at.rig.rig->registry.remove_sites(module(0));
    at.commands.module_went(gone);
    EXPECT_EQ(at.rig.rig->patcher.count(), 20u);
    EXPECT_EQ(at.change("!f8192:traceon"), Errno::invalid);
    // A command without functions is none: it would stay for ever.
    EXPECT_EQ(at.rig.rig->registry.report().ops, 1u);
    EXPECT_EQ(at.rig.rig->registry.report().sets, sets - 1);
    // The module's return is that of a stranger.
    ASSERT(at.rig.rig->load_module(0, 3));
    EXPECT_EQ(at.rig.rig->patcher.count(), 20u);
    EXPECT_EQ(at.change("!*:traceoff:0"), Errno{});
}

SPILE_TEST(commands, without_memory)
{
    NEEDS_FAILING_MEMORY();
    NoLeak leak;
    for (bool onwards : both) {
        Setup at;
        fail_each_allocation(
            [&] {
                Errno error = at.change("vfs_*:traceoff:3");
                fakes::fail_allocation(0);
                EXPECT(error == Errno{} || error == Errno::no_memory);
                EXPECT_EQ(at.commands.empty(), error != Errno{});
                EXPECT_EQ(at.rig.rig->patcher.count(), error == Errno{} ? 2u : 0u);
                at.commands.clear();
                fakes::run_reaps();
            },
            onwards);
        EXPECT_EQ(at.change("vfs_*:traceoff:3"), Errno{});
        fail_each_allocation(
            [&] {
                Errno error = at.change("!vfs_read:traceoff:0");
                fakes::fail_allocation(0);
                EXPECT(error == Errno{} || error == Errno::no_memory);
                at.shows(error == Errno{}
                             ? "vfs_write:traceoff:count=3\n"
                             : "vfs_read:traceoff:count=3\nvfs_write:traceoff:count=3\n");
                if (error == Errno{}) {
                    at.commands.clear();
                    EXPECT_EQ(at.change("vfs_*:traceoff:3"), Errno{});
                }
                fakes::run_reaps();
            },
            onwards);
        at.commands.clear();
        fakes::run_reaps();
    }
}

// A removal that touches several commands is all or nothing, too.
SPILE_TEST(commands, removal_without_memory_is_none)
{
    NEEDS_FAILING_MEMORY();
    for (bool onwards : both) {
        Setup at;
        auto write_all = [&] {
            EXPECT_EQ(at.change("vfs_write:traceoff"), Errno{});
            EXPECT_EQ(at.change("twice:traceoff"), Errno{});
            EXPECT_EQ(at.change("schedule:traceoff"), Errno{});
            EXPECT_EQ(at.change("f*:traceoff"), Errno{});
            EXPECT_EQ(at.change("vfs_read:traceoff"), Errno{});
        };
        write_all();
        Printer before;
        EXPECT(at.commands.print(before, at.rig.rig->symbols));
        fail_each_allocation(
            [&] {
                // All of two commands, a part of one.
                Errno error = at.change("![sf]*[!1]:traceoff");
                fakes::fail_allocation(0);
                EXPECT(error == Errno{} || error == Errno::no_memory);
                if (error == Errno{}) {
                    at.commands.clear();
                    write_all();
                } else {
                    at.shows(before.view());
                }
                fakes::run_reaps();
            },
            onwards);
    }
}

SPILE_SUITE(commands, names, traceoff_and_traceon, counts_are_spent_by_changes,
            each_function_has_a_count_of_its_own, counts_that_users_write, what_is_refused,
            the_same_again_changes_nothing, removal, stacktrace, dump_is_done_once_and_later,
            the_first_cpu_that_asks_is_dumped, modules_take_theirs_along, without_memory,
            removal_without_memory_is_none)

} // namespace
} // namespace spile::trace_test
