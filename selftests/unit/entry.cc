// SPDX-License-Identifier: GPL-2.0
// The whole core behind its entry points, as the module and other modules use it:
// load, hits, modules that come and go, include/spile/ops.h, unload.
#include "entry/core.hh"

#include "glue/hit.h"
#include "glue/module.h"
#include "glue/sched.h"
#include "glue/sites.h"
#include "selftests/unit/control_user.hh"
#include "selftests/unit/ops_rig.hh"
#include "spile/ops.h"

namespace spile::entry_test {
namespace {

using ops_test::fail_each_allocation;
using ops_test::NoLeak;

constexpr bool both[] = {false, true};

// The kernel has eight functions, one of them in every kernel twice; a module is
// loaded already, another one is not yet.
constexpr uptr text = 0xffffffff81000000ul, module_text = 0xffffffffc0000000ul;
constexpr uptr vfs_read = text, vfs_write = text + 0x40, schedule = text + 0x80,
               twice_1 = text + 0xc0, twice_2 = text + 0x100, m_open = module_text,
               late_open = module_text + 0x1000;
char ext4, late;
const fakes::Symbol symbols[] = {
    {vfs_read, 64, "vfs_read"},
    {vfs_write, 64, "vfs_write"},
    {schedule, 64, "schedule"},
    {twice_1, 64, "twice"},
    {twice_2, 64, "twice"},
    {text + 0x140, 64, "never_traced", "", nullptr, false},
    {text + 0x180, 64, "fn.isra.0"},
    {text + 0x1c0, 64, "fn.cold"},
    {m_open, 64, "m_open", "ext4", &ext4},
    {late_open, 64, "late_open", "late", &late, false},
    {late_open + 64, 64, "late_close", "late", &late, false},
};
constexpr usize traceable = 8;

unsigned cpu() { return spile_cpu_next(0); }

class Loaded {
  public:
    Loaded()
    {
        fakes::reset();
        fakes::set_symbols(symbols);
        EXPECT_EQ(spile_core_start(), 0);
        EXPECT_EQ(spile_core_show(), 0);
    }
    ~Loaded()
    {
        spile_core_stop();
        EXPECT(!core);
        EXPECT(!fakes::gate_is_open());
        EXPECT_EQ(fakes::sched_hooks(), 0u);
        EXPECT_EQ(fakes::reaps_wanted(), 0u);
        EXPECT(fakes::logged().empty());
        fakes::reset();
    }
    void load_late()
    {
        const unsigned long sites[] = {late_open, late_open + 64};
        spile_module_coming(&late, "late", sites, 2);
    }
    u64 written() { return core->top->target().ring().stats(all_cpus).written; }
};

// --- Load and unload

SPILE_TEST(entry, loads_and_unloads)
{
    NoLeak leak;
    for (u32 i = 0; i < 3; ++i) {
        Loaded at;
        EXPECT_EQ(core->registry.report().sites, traceable);
        EXPECT(!fakes::gate_is_open());
        EXPECT(fakes::node_at("current_tracer"));
        EXPECT_EQ(fakes::make_directory("instances/one"), 0);
        EXPECT_EQ(put("instances/one/current_tracer", "function"), 8);
        EXPECT_EQ(put("set_ftrace_filter", "vfs_read:traceoff"), 17);
        EXPECT_EQ(put("current_tracer", "function"), 8);
        EXPECT(fakes::gate_is_everything());
        // And all of it goes, as it is.
    }
}

SPILE_TEST(entry, loading_without_memory)
{
    NEEDS_FAILING_MEMORY();
    fakes::reset();
    NoLeak leak;
    fakes::set_symbols(symbols);
    for (bool onwards : both) {
        usize failures = fail_each_allocation(
            [] {
                int rc = spile_core_start();
                if (!rc)
                    rc = spile_core_show();
                EXPECT(rc == 0 || rc == -12);
                if (core)
                    spile_core_stop(); // and this needs none
                EXPECT(!core);
                EXPECT(!fakes::node_at("README"));
                EXPECT_EQ(fakes::reaps_wanted(), 0u);
            },
            onwards);
        EXPECT(failures > 50);
    }
    fakes::reset();
}

SPILE_TEST(entry, hits_come_through_the_gate)
{
    Loaded at;
    EXPECT_EQ(put("set_ftrace_filter", "vfs_* twice"), 11);
    EXPECT_EQ(put("current_tracer", "function"), 8);
    EXPECT_EQ(fakes::gate_size(), 4u);
    fakes::call(vfs_read, cpu());
    fakes::call(twice_1, cpu());
    fakes::call(twice_2, cpu());
    fakes::call(schedule, cpu());
    EXPECT_EQ(at.written(), 3u);
    EXPECT_EQ(put("set_ftrace_filter", "!twice", SPILE_OPEN_WRITE | SPILE_OPEN_APPEND), 6);
    EXPECT_EQ(fakes::gate_size(), 2u);
    EXPECT_EQ(put("current_tracer", "nop"), 3);
    EXPECT(!fakes::gate_is_open());
    fakes::call(vfs_read, cpu());
    EXPECT_EQ(at.written(), 3u);
}

SPILE_TEST(entry, modules_come_and_go)
{
    Loaded at;
    EXPECT_EQ(put("current_tracer", "function"), 8);
    EXPECT(fakes::gate_is_everything());
    at.load_late();
    at.load_late(); // the notifier and the walk at load may both tell
    EXPECT_EQ(core->registry.report().sites, traceable + 2);
    fakes::call(late_open, cpu());
    EXPECT_EQ(at.written(), 1u);
    spile_module_going(&late);
    spile_module_going(&late);
    EXPECT(fakes::gate_is_everything());
    EXPECT_EQ(put("set_ftrace_filter", "late_*:mod:late m_open"), 22);
    EXPECT_EQ(fakes::gate_size(), 1u);
    at.load_late();
    EXPECT_EQ(fakes::gate_size(), 3u);
    spile_module_going(&ext4);
    EXPECT_EQ(fakes::gate_size(), 2u);
    spile_module_going(&late);
    EXPECT(!fakes::gate_is_open()); // the last site has gone
    fakes::call(vfs_read, cpu());
    EXPECT_EQ(at.written(), 1u);
}

SPILE_TEST(entry, a_module_that_cannot_be_traced_is_told)
{
    Loaded at;
    EXPECT_EQ(put("set_ftrace_filter", "schedule late_open:mod:late"), 27);
    EXPECT_EQ(put("current_tracer", "function"), 8);
    fakes::fail_gate(1, -19);
    at.load_late();
    EXPECT(fakes::logged().starts_with("error: functions of module late are not"));
    EXPECT_EQ(fakes::gate_size(), 1u);
    fakes::call(schedule, cpu());
    EXPECT_EQ(at.written(), 1u);
    spile_module_going(&late);
    fakes::forget_log();
}

SPILE_TEST(entry, scheduler_hooks_reach_every_instance)
{
    Loaded at;
    EXPECT_EQ(fakes::make_directory("instances/one"), 0);
    EXPECT_EQ(put("set_ftrace_pid", "5"), 1);
    EXPECT_EQ(put("instances/one/set_ftrace_notrace_pid", "5"), 1);
    EXPECT_EQ(fakes::sched_hooks(), 2u);
    Instance *one = core->instances.find("one");
    ASSERT(one);
    spile_record_sched_switch what = {};
    what.next_pid = 5;
    spile_on_switch(&what, cpu());
    EXPECT(!core->top->target().is_blocked(cpu(), Block::pid));
    EXPECT(one->target().is_blocked(cpu(), Block::pid));
    what.next_pid = 6;
    spile_on_switch(&what, cpu());
    EXPECT(core->top->target().is_blocked(cpu(), Block::pid));
    EXPECT(!one->target().is_blocked(cpu(), Block::pid));
    EXPECT(core->top->set_option(Option::function_fork, true));
    spile_on_fork(5, 77);
    spile_on_exit(5);
    what.next_pid = 77;
    spile_on_switch(&what, cpu());
    EXPECT(!core->top->target().is_blocked(cpu(), Block::pid));
    EXPECT_EQ(fakes::remove_directory("instances/one"), 0);
    spile_on_switch(&what, cpu());
    EXPECT_EQ(fakes::sched_hooks(), 1u);
}

SPILE_TEST(entry, events_are_of_all_tasks)
{
    Loaded at;
    EXPECT_EQ(put("set_ftrace_pid", "5"), 1);
    EXPECT_EQ(put("events/enable", "1"), 1);
    spile_record_sched_switch what = {};
    what.next_pid = 6;
    spile_on_switch(&what, cpu());
    EXPECT(core->top->target().is_blocked(cpu(), Block::pid));
    spile_on_switch(&what, cpu());
    EXPECT_EQ(at.written(), 2u);
    EXPECT_EQ(put("tracing_on", "0"), 1);
    spile_on_switch(&what, cpu());
    EXPECT_EQ(at.written(), 2u);
}

// --- include/spile/ops.h

constinit u64 callbacks = 0;
constinit uptr last_ip = 0, last_parent = 0;

void on_hit(unsigned long ip, unsigned long parent_ip, spile_ops *ops, ftrace_regs *)
{
    ++callbacks;
    last_ip = ip;
    last_parent = parent_ip;
    ++*static_cast<u64 *>(ops->data);
}

struct User {
    u64 hits = 0;
    spile_ops ops = {};
    explicit User(const char *filter, const char *exclude = nullptr)
    {
        ops.func = on_hit;
        ops.filter = filter;
        ops.exclude = exclude;
        ops.data = &hits;
    }
};

SPILE_TEST(entry, ops_see_calls)
{
    NoLeak leak;
    Loaded at;
    User user("vfs_* twice", "vfs_write");
    EXPECT_EQ(spile_register_ops(&user.ops), 0);
    EXPECT(user.ops.handle != nullptr);
    EXPECT_EQ(spile_register_ops(&user.ops), -16);
    EXPECT_EQ(fakes::gate_size(), 3u);
    fakes::call(vfs_read, cpu(), 0, 0x77);
    EXPECT(last_ip == vfs_read && last_parent == 0x77);
    fakes::call(vfs_write, cpu());
    fakes::call(twice_2, cpu());
    EXPECT_EQ(user.hits, 2u);
    EXPECT_EQ(spile_ops_hits(&user.ops), 0u); // these are the function's own affair
    spile_unregister_ops(&user.ops);
    EXPECT_EQ(user.ops.handle, nullptr);
    spile_unregister_ops(&user.ops);
    EXPECT(!fakes::gate_is_open());
    // Again, with everything.
    user.ops.filter = nullptr;
    user.ops.exclude = "";
    EXPECT_EQ(spile_register_ops(&user.ops), 0);
    EXPECT(fakes::gate_is_everything());
    spile_unregister_ops(&user.ops);
}

SPILE_TEST(entry, ops_that_count)
{
    Loaded at;
    spile_ops ops = {};
    ops.filter = "schedule";
    EXPECT_EQ(spile_ops_hits(&ops), 0u);
    EXPECT_EQ(spile_register_ops(&ops), 0);
    u64 calls = 0;
    for (unsigned each = spile_cpu_next(0); each < spile_cpu_limit() && each < 64;
         each = spile_cpu_next(each + 1), ++calls)
        fakes::call(schedule, each);
    fakes::call(vfs_read, cpu());
    EXPECT_EQ(spile_ops_hits(&ops), calls);
    spile_unregister_ops(&ops);
    EXPECT_EQ(spile_ops_hits(&ops), 0u);
}

SPILE_TEST(entry, ops_of_wrong_filters)
{
    NoLeak leak;
    Loaded at;
    for (const char *filter :
         (const char *[]){"nobody", "vfs_read nobody", "vfs_read:traceoff", "!nobody", "!",
                          "vfs_read:mod:nobody", "x:mod:", "99", "vfs_read:", ":"}) {
        User user(filter);
        EXPECT_EQ(spile_register_ops(&user.ops), -22);
        EXPECT_EQ(spile_prepare_ops(&user.ops), -22);
        EXPECT_EQ(user.ops.handle, nullptr);
        User excluding(nullptr, filter);
        EXPECT_EQ(spile_register_ops(&excluding.ops), -22);
    }
    EXPECT_EQ(core->registry.report().ops, 0u);
    EXPECT_EQ(core->registry.report().sets, 1u); // the top level's
    EXPECT_EQ(fakes::gate_changes(), 0u);
}

SPILE_TEST(entry, ops_in_batches_all_or_none)
{
    NoLeak leak;
    Loaded at;
    User a("vfs_*"), b("schedule"), c("vfs_read twice"), bad("nobody");
    spile_ops *wrong[] = {&a.ops, &b.ops, &bad.ops};
    EXPECT_EQ(spile_register_ops_batch(wrong, 3), -22);
    EXPECT(!a.ops.handle && !b.ops.handle && !bad.ops.handle);
    spile_ops *repeated[] = {&a.ops, &b.ops, &a.ops};
    EXPECT_EQ(spile_register_ops_batch(repeated, 3), -16);
    EXPECT(!a.ops.handle && !b.ops.handle);
    EXPECT_EQ(core->registry.report().ops, 0u);
    fakes::fail_gate(1, -19);
    spile_ops *good[] = {&a.ops, &b.ops, &c.ops};
    EXPECT_EQ(spile_register_ops_batch(good, 3), -19);
    EXPECT(!a.ops.handle && !b.ops.handle && !c.ops.handle);
    EXPECT_EQ(fakes::gate_changes(), 0u);
    EXPECT_EQ(spile_register_ops_batch(good, 3), 0);
    EXPECT_EQ(fakes::gate_changes(), 1u);
    EXPECT_EQ(spile_register_ops_batch(good, 3), -16);
    fakes::call(vfs_read, cpu());
    EXPECT(a.hits == 1 && b.hits == 0 && c.hits == 1);
    // Those that are not registered are passed over, and one twice is once.
    usize periods = fakes::grace_periods();
    spile_ops *mixed[] = {&a.ops, &bad.ops, &b.ops, &a.ops, &c.ops};
    spile_unregister_ops_batch(mixed, 5);
    EXPECT_EQ(fakes::grace_periods(), periods + 1);
    EXPECT_EQ(core->registry.report().ops, 0u);
    EXPECT(!fakes::gate_is_open());
    EXPECT_EQ(spile_register_ops_batch(nullptr, 0), 0);
    spile_unregister_ops_batch(nullptr, 0);
}

SPILE_TEST(entry, ops_hold_their_module)
{
    Loaded at;
    static char owner;
    User a("vfs_*"), b("schedule");
    a.ops.owner = b.ops.owner = reinterpret_cast<struct module *>(&owner);
    spile_ops *all[] = {&a.ops, &b.ops};
    EXPECT_EQ(spile_register_ops_batch(all, 2), 0);
    EXPECT_EQ(fakes::module_references(&owner), 2);
    EXPECT_EQ(spile_register_ops(&a.ops), -16);
    EXPECT_EQ(fakes::module_references(&owner), 2);
    spile_unregister_ops(&a.ops);
    spile_unregister_ops(&a.ops);
    EXPECT_EQ(fakes::module_references(&owner), 1);
    spile_unregister_ops(&b.ops);
    EXPECT_EQ(fakes::module_references(&owner), 0);
    EXPECT_EQ(spile_prepare_ops(&a.ops), 0);
    EXPECT_EQ(fakes::module_references(&owner), 0);
    fakes::set_module_going(&owner, true);
    EXPECT_EQ(spile_register_ops_batch(all, 2), -19);
    EXPECT(a.ops.handle && !b.ops.handle); // prepared stays prepared
    EXPECT_EQ(fakes::module_references(&owner), 0);
    spile_forget_ops(&a.ops);
}

SPILE_TEST(entry, ops_prepared)
{
    NoLeak leak;
    Loaded at;
    User user("vfs_*");
    EXPECT_EQ(spile_prepare_ops(&user.ops), 0);
    EXPECT_EQ(spile_prepare_ops(&user.ops), 0);
    EXPECT(!fakes::gate_is_open());
    u64 matches = core->registry.report().stats.matches + core->registry.report().stats.matches_saved;
    for (u32 i = 0; i < 3; ++i) {
        EXPECT_EQ(spile_register_ops(&user.ops), 0);
        fakes::call(vfs_read, cpu());
        spile_unregister_ops(&user.ops);
        EXPECT(user.ops.handle != nullptr);
    }
    EXPECT_EQ(user.hits, 3u);
    Registry::Report report = core->registry.report();
    EXPECT_EQ(report.stats.matches + report.stats.matches_saved, matches);
    EXPECT_EQ(spile_register_ops(&user.ops), 0);
    spile_forget_ops(&user.ops); // while registered: it goes when it is unregistered
    fakes::call(vfs_read, cpu());
    EXPECT_EQ(user.hits, 4u);
    spile_unregister_ops(&user.ops);
    EXPECT_EQ(user.ops.handle, nullptr);
    spile_forget_ops(&user.ops);
    EXPECT_EQ(core->registry.report().sets, 1u);
}

// "since registration": a prepared one begins at 0 each time.
SPILE_TEST(entry, ops_count_from_their_registration)
{
    Loaded at;
    spile_ops ops = {};
    ops.filter = "schedule";
    EXPECT_EQ(spile_prepare_ops(&ops), 0);
    for (u32 i = 1; i <= 3; ++i) {
        EXPECT_EQ(spile_register_ops(&ops), 0);
        EXPECT_EQ(spile_ops_hits(&ops), 0u);
        for (u32 n = 0; n < i; ++n)
            fakes::call(schedule, cpu());
        spile_unregister_ops(&ops);
        EXPECT_EQ(spile_ops_hits(&ops), i); // still to be read
    }
    spile_forget_ops(&ops);
}

SPILE_TEST(entry, ops_change_their_filter)
{
    NoLeak leak;
    Loaded at;
    User user("vfs_*");
    EXPECT_EQ(spile_set_ops_filter(&user.ops, "schedule", nullptr), -22);
    EXPECT_EQ(spile_register_ops(&user.ops), 0);
    EXPECT_EQ(spile_set_ops_filter(&user.ops, "vfs_read schedule", nullptr), 0);
    EXPECT_EQ(Text(user.ops.filter), Text("vfs_read schedule"));
    fakes::call(vfs_read, cpu());
    fakes::call(vfs_write, cpu());
    fakes::call(schedule, cpu());
    EXPECT_EQ(user.hits, 2u);
    EXPECT_EQ(spile_set_ops_filter(&user.ops, "nobody", nullptr), -22);
    fakes::fail_gate(1, -19);
    EXPECT_EQ(spile_set_ops_filter(&user.ops, "twice", nullptr), -19);
    EXPECT_EQ(Text(user.ops.filter), Text("vfs_read schedule"));
    fakes::call(schedule, cpu());
    EXPECT_EQ(user.hits, 3u);
    EXPECT_EQ(spile_set_ops_filter(&user.ops, nullptr, "schedule"), 0);
    EXPECT_EQ(fakes::gate_size(), traceable - 1);
    spile_unregister_ops(&user.ops);
    EXPECT_EQ(spile_prepare_ops(&user.ops), 0);
    EXPECT_EQ(spile_set_ops_filter(&user.ops, "twice", nullptr), 0);
    EXPECT_EQ(spile_register_ops(&user.ops), 0);
    EXPECT_EQ(fakes::gate_size(), 2u);
    spile_unregister_ops(&user.ops);
    spile_forget_ops(&user.ops);
}

SPILE_TEST(entry, ops_without_memory)
{
    NEEDS_FAILING_MEMORY();
    for (bool onwards : both) {
        Loaded at;
        EXPECT_EQ(put("set_ftrace_filter", "vfs_read twice"), 14);
        EXPECT_EQ(put("current_tracer", "function"), 8);
        User a("vfs_*"), b("twice schedule");
        spile_ops count = {};
        count.filter = "fn*";
        spile_ops *all[] = {&a.ops, &b.ops, &count};
        usize before = 0;
        fail_each_allocation(
            [&] {
                int rc = spile_register_ops_batch(all, 3);
                bool failed = fakes::failed_allocations() != 0;
                EXPECT(rc == 0 || rc == -12);
                if (!rc)
                    spile_unregister_ops_batch(all, 3); // memory fails on, if it does
                fakes::fail_allocation(0);
                EXPECT(rc == 0 || failed);
                EXPECT(!a.ops.handle && !b.ops.handle && !count.handle);
                EXPECT_EQ(core->registry.report().ops, 1u);
                // What there was no memory to take down goes with the next.
                User guest("vfs_read");
                EXPECT_EQ(spile_register_ops(&guest.ops), 0);
                spile_unregister_ops(&guest.ops);
                EXPECT_EQ(fakes::gate_size(), 3u);
                fakes::run_reaps();
                core->registry.with_table([](SiteTable &) {});
                if (before)
                    EXPECT_EQ(core->registry.report().sets, before);
                before = core->registry.report().sets;
            },
            onwards);
    }
}

SPILE_SUITE(entry, loads_and_unloads, loading_without_memory, hits_come_through_the_gate,
            modules_come_and_go, a_module_that_cannot_be_traced_is_told,
            scheduler_hooks_reach_every_instance, events_are_of_all_tasks, ops_see_calls,
            ops_that_count, ops_of_wrong_filters, ops_in_batches_all_or_none,
            ops_hold_their_module, ops_prepared, ops_count_from_their_registration, ops_change_their_filter,
            ops_without_memory)

} // namespace
} // namespace spile::entry_test
