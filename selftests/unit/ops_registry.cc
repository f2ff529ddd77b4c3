// SPDX-License-Identifier: GPL-2.0
// Only the first and the last user of a site patch it, whatever goes wrong.
#include "ops/registry.hh"

#include "selftests/unit/ops_rig.hh"

namespace spile::ops_test {
namespace {

constexpr u32 many = 240;
constexpr bool both[] = {false, true};

struct Crowd {
    Watcher watchers[many];
    Op *ops[many];
    FilterSet *sets[many];
    explicit Crowd(FilterSet &set)
    {
        for (u32 i = 0; i < many; ++i) {
            ops[i] = &watchers[i].op;
            sets[i] = &set;
        }
    }
};

SPILE_TEST(ops_registry, equal_choices_share_one_set)
{
    Box<Rig> rig = Rig::create(100);
    FilterSet &a = rig->range(10, 20);
    FilterSet &b = rig->range(10, 20);
    FilterSet &c = rig->range(10, 21);
    FilterSet &d = rig->all_but(10, 20);
    EXPECT_EQ(&a, &b);
    EXPECT_NE(&a, &c);
    EXPECT_NE(&a, &d);
    EXPECT_EQ(&d, &rig->all_but(10, 20));
    EXPECT_EQ(rig->registry.report().sets, 3u);
    rig->registry.release(a);
    EXPECT_EQ(rig->registry.report().sets, 3u);
    rig->registry.release(b);
    EXPECT_EQ(rig->registry.report().sets, 2u);
}

SPILE_TEST(ops_registry, only_first_and_last_user_patch)
{
    Box<Rig> rig = Rig::create(1000);
    FilterSet &set = rig->range(100, 73);
    Box<Crowd> crowd = make_box<Crowd>(set).take();
    for (u32 i = 0; i < many; ++i) {
        ASSERT(rig->registry.attach(*crowd->ops[i], set));
        EXPECT_EQ(rig->patcher.calls, 1u);
        EXPECT_EQ(rig->patcher.ons, 73u);
    }
    Registry::Report report = rig->registry.report();
    EXPECT_EQ(report.stats.registrations, many);
    EXPECT_EQ(report.stats.registrations_without_patch, many - 1);
    EXPECT_EQ(report.stats.patches_on, 73u);
    EXPECT_EQ(report.ops, many);
    EXPECT_EQ(report.groups, 1u);
    EXPECT(rig->consistent());

    rig->call(kernel_site(100));
    rig->call(kernel_site(172));
    rig->call(kernel_site(99));
    rig->call(kernel_site(173));
    for (u32 i = 0; i < many; ++i)
        EXPECT_EQ(crowd->watchers[i].hits, 2u);

    for (u32 i = 1; i < many; ++i)
        rig->registry.detach(*crowd->ops[i]);
    EXPECT_EQ(rig->patcher.offs, 0u);
    rig->registry.detach(*crowd->ops[0]);
    EXPECT_EQ(rig->patcher.offs, 73u);
    EXPECT_EQ(rig->patcher.calls, 2u);
    EXPECT_EQ(rig->registry.report().groups, 0u);
    EXPECT(rig->consistent());
    rig->dispatch_at(kernel_site(100)); // on its way when it was switched off
    EXPECT_EQ(crowd->watchers[0].hits, 2u);
    rig->registry.release(set);
}

SPILE_TEST(ops_registry, a_batch_is_one_patch_and_one_grace_period)
{
    Box<Rig> rig = Rig::create(1000);
    FilterSet &low = rig->range(0, 100);
    FilterSet &high = rig->range(50, 100);
    Box<Crowd> crowd = make_box<Crowd>(low).take();
    for (u32 i = 0; i < many; i += 2)
        crowd->sets[i] = &high;
    ASSERT(rig->registry.attach({crowd->ops, many}, {crowd->sets, many}));
    EXPECT_EQ(rig->patcher.calls, 1u);
    EXPECT_EQ(rig->patcher.ons, 150u);
    EXPECT_EQ(rig->registry.report().groups, 3u); // low, high, both
    rig->call(kernel_site(75));
    for (Watcher &watcher : crowd->watchers)
        EXPECT_EQ(watcher.hits, 1u);

    usize before = fakes::grace_periods();
    rig->registry.detach({crowd->ops, many});
    EXPECT_EQ(fakes::grace_periods() - before, 1u);
    EXPECT_EQ(rig->registry.report().stats.grace_periods, 1u);
    EXPECT_EQ(rig->patcher.calls, 2u);
    EXPECT_EQ(rig->patcher.count(), 0u);
    // Once more, with nothing to do: nothing is done.
    rig->registry.detach({crowd->ops, many});
    EXPECT_EQ(fakes::grace_periods() - before, 1u);
    EXPECT_EQ(rig->registry.report().stats.unregistrations, many);
    rig->registry.release(low);
    rig->registry.release(high);
}

SPILE_TEST(ops_registry, an_op_is_registered_once)
{
    Box<Rig> rig = Rig::create(100);
    FilterSet &set = rig->range(0, 10);
    Watcher one, two;
    ASSERT(rig->registry.attach(one.op, set));
    EXPECT_EQ(rig->registry.attach(one.op, set).error(), Errno::busy);
    Op *const pair[] = {&two.op, &one.op};
    FilterSet *const sets[] = {&set, &set};
    EXPECT_EQ(rig->registry.attach(pair, sets).error(), Errno::busy);
    EXPECT(!two.op.registered());
    EXPECT_EQ(rig->registry.report().ops, 1u);
    rig->registry.detach(pair); // the one that is not registered is passed over
    EXPECT_EQ(rig->registry.report().ops, 0u);
    EXPECT_EQ(rig->patcher.count(), 0u);
    rig->registry.release(set);
}

// A list with the same op twice would be a ring that a hit never leaves.
SPILE_TEST(ops_registry, the_same_op_twice_in_a_batch_is_refused)
{
    Box<Rig> rig = Rig::create(100);
    FilterSet &set = rig->range(0, 10);
    Watcher one, two;
    Op *const ops[] = {&one.op, &two.op, &one.op};
    FilterSet *const sets[] = {&set, &set, &set};
    Result<void> twice = rig->registry.attach(ops, sets);
    EXPECT_EQ(twice.error(), Errno::busy);
    if (twice)
        return; // no call may follow
    EXPECT(!one.op.registered());
    EXPECT(!two.op.registered());
    EXPECT_EQ(rig->patcher.count(), 0u);
    EXPECT(rig->registry.attach(one.op, set));
    rig->registry.detach(one.op);
    rig->registry.release(set);
}

SPILE_TEST(ops_registry, overlapping_sets_patch_what_is_new)
{
    Box<Rig> rig = Rig::create(1000);
    FilterSet &a = rig->range(0, 100);
    FilterSet &b = rig->range(50, 100);
    FilterSet &c = rig->range(90, 20);
    Watcher wa, wb, wc;
    ASSERT(rig->registry.attach(wa.op, a));
    EXPECT_EQ(rig->patcher.ons, 100u);
    ASSERT(rig->registry.attach(wb.op, b));
    EXPECT_EQ(rig->patcher.ons, 150u);
    ASSERT(rig->registry.attach(wc.op, c));
    EXPECT_EQ(rig->patcher.ons, 150u);
    EXPECT_EQ(rig->patcher.calls, 2u);
    for (u32 i = 0; i < 200; ++i)
        rig->call(kernel_site(i));
    EXPECT_EQ(wa.hits, 100u);
    EXPECT_EQ(wb.hits, 100u);
    EXPECT_EQ(wc.hits, 20u);
    rig->registry.detach(wb.op);
    EXPECT_EQ(rig->patcher.offs, 40u); // 110 .. 149; c has 100 .. 109
    EXPECT(rig->consistent());
    rig->registry.detach(wa.op);
    EXPECT_EQ(rig->patcher.count(), 20u);
    rig->registry.detach(wc.op);
    EXPECT_EQ(rig->patcher.count(), 0u);
    rig->release(a, b, c);
}

SPILE_TEST(ops_registry, counting_ops_count_on_their_cpu)
{
    Box<Rig> rig = Rig::create(100);
    FilterSet &set = rig->range(0, 10);
    Op op;
    op.percpu = spile_alloc_percpu(sizeof(u64), alignof(u64));
    ASSERT(op.percpu);
    ASSERT(rig->registry.attach(op, set));
    for (unsigned cpu = spile_cpu_next(0); cpu < spile_cpu_limit(); cpu = spile_cpu_next(cpu + 1))
        for (u32 i = 0; i <= cpu + 5; ++i)
            rig->call(kernel_site(i), cpu);
    for (unsigned cpu = spile_cpu_next(0); cpu < spile_cpu_limit() && cpu < 4;
         cpu = spile_cpu_next(cpu + 1))
        EXPECT_EQ(*reinterpret_cast<u64 *>(static_cast<char *>(op.percpu) + spile_cpu_offset(cpu)),
                  cpu + 6);
    rig->registry.detach(op);
    spile_free_percpu(op.percpu);
    rig->registry.release(set);
}

SPILE_TEST(ops_registry, everything_is_said_to_the_patcher)
{
    Box<Rig> rig = Rig::create(300);
    FilterSet &all = rig->everything();
    FilterSet &some = rig->all_but(10, 5);
    FilterSet &rest = rig->range(10, 5);
    Watcher wall, wsome, wrest;
    ASSERT(rig->registry.attach(wsome.op, some));
    EXPECT(!rig->patcher.everything);
    EXPECT_EQ(rig->patcher.count(), 295u);
    ASSERT(rig->registry.attach(wrest.op, rest)); // together they are all
    EXPECT(rig->patcher.everything);
    ASSERT(rig->registry.attach(wall.op, all));
    EXPECT_EQ(rig->patcher.calls, 2u);
    Op *const two[] = {&wsome.op, &wrest.op};
    rig->registry.detach(two);
    EXPECT(rig->patcher.everything);
    EXPECT_EQ(rig->patcher.offs, 0u);
    rig->registry.detach(wall.op);
    EXPECT(!rig->patcher.everything);
    EXPECT_EQ(rig->patcher.count(), 0u);
    rig->release(all, some, rest);
}

SPILE_TEST(ops_registry, an_empty_set_sees_nothing)
{
    Box<Rig> rig = Rig::create(10);
    FilterSet &none = rig->range(0, 0);
    Watcher watcher;
    ASSERT(rig->registry.attach(watcher.op, none));
    EXPECT_EQ(rig->patcher.calls, 0u);
    for (u32 i = 0; i < 10; ++i)
        rig->dispatch_at(kernel_site(i));
    EXPECT_EQ(watcher.hits, 0u);
    FilterSet &some = rig->range(3, 1);
    ASSERT(rig->registry.move(watcher.op, some));
    rig->call(kernel_site(3));
    EXPECT_EQ(watcher.hits, 1u);
    ASSERT(rig->registry.move(watcher.op, none));
    EXPECT_EQ(rig->patcher.count(), 0u);
    rig->registry.detach(watcher.op);
    rig->registry.release(none);
    rig->registry.release(some);
}

SPILE_TEST(ops_registry, a_patcher_that_fails_leaves_the_old_state)
{
    Box<Rig> rig = Rig::create(500);
    FilterSet &a = rig->range(0, 100);
    FilterSet &b = rig->range(50, 100);
    FilterSet &c = rig->range(100, 100);
    Watcher wa, wb, wc;
    ASSERT(rig->registry.attach(wa.op, a));
    Op *const ops[] = {&wb.op, &wc.op};
    FilterSet *const sets[] = {&b, &c};
    rig->patcher.fail_nth = 1;
    EXPECT_EQ(rig->registry.attach(ops, sets).error(), Errno::no_device);
    EXPECT(!wb.op.registered());
    EXPECT(!wc.op.registered());
    EXPECT_EQ(rig->patcher.count(), 100u);
    EXPECT(rig->consistent());
    rig->patcher.fail_nth = 1;
    EXPECT_EQ(rig->registry.move(wa.op, c).error(), Errno::no_device);
    EXPECT_EQ(wa.op.set(), &a);
    EXPECT(rig->consistent());
    rig->call(kernel_site(60));
    EXPECT_EQ(wa.hits, 1u);
    // And then it works.
    ASSERT(rig->registry.attach(ops, sets));
    EXPECT(rig->consistent());
    EXPECT_EQ(rig->patcher.count(), 200u);
    Op *const all[] = {&wa.op, &wb.op, &wc.op};
    rig->registry.detach(all);
    EXPECT_EQ(rig->patcher.count(), 0u);
    rig->release(a, b, c);
}

// --- Memory runs out.

// b and c share sites with a and with one another: undoing their addition in any
// other order than the opposite one would need groups that were never made.
SPILE_TEST(ops_registry, attach_without_memory_changes_nothing)
{
    NEEDS_FAILING_MEMORY();
    NoLeak leak;
    for (bool onwards : both)
        for (bool patcher_fails : both) {
            Box<Rig> rig = Rig::create(500);
            FilterSet &a = rig->range(0, 100);
            FilterSet &b = rig->range(50, 100);
            FilterSet &c = rig->range(50, 120);
            FilterSet &d = rig->range(60, 300);
            Watcher wa, wb, wc, wd;
            ASSERT(rig->registry.attach(wa.op, a));
            Op *const ops[] = {&wb.op, &wc.op, &wd.op};
            FilterSet *const sets[] = {&b, &c, &d};
            usize failures = fail_each_allocation(
                [&] {
                    rig->patcher.fail_nth = patcher_fails;
                    Result<void> attached = rig->registry.attach(ops, sets);
                    fakes::fail_allocation(0);
                    rig->patcher.fail_nth = 0;
                    EXPECT(!attached || !patcher_fails);
                    if (attached) {
                        EXPECT_EQ(rig->patcher.count(), 360u);
                        EXPECT(rig->consistent());
                        rig->registry.detach(ops);
                    }
                    EXPECT_EQ(rig->registry.report().ops, 1u);
                    EXPECT(!wb.op.registered() && !wc.op.registered() && !wd.op.registered());
                    EXPECT_EQ(rig->patcher.count(), 100u);
                    EXPECT(rig->consistent());
                    EXPECT_EQ(rig->registry.report().groups, 1u);
                    fakes::run_reaps();
                },
                onwards);
            EXPECT(failures > 3);
            rig->call(kernel_site(70));
            EXPECT_EQ(wa.hits, 1u);
            rig->registry.detach(wa.op);
            EXPECT_EQ(rig->patcher.count(), 0u);
            rig->release(a, b, c, d);
        }
}

// Whoever had no memory to leave lets go at the latest when nobody is left.
SPILE_TEST(ops_registry, the_last_op_leaves_without_memory)
{
    NEEDS_FAILING_MEMORY();
    NoLeak leak;
    Box<Rig> rig = Rig::create(500);
    FilterSet &a = rig->range(0, 100);
    FilterSet &b = rig->range(50, 100);
    Watcher wa, wb;
    ASSERT(rig->registry.attach(wa.op, a));
    ASSERT(rig->registry.attach(wb.op, b));
    fakes::fail_allocation(1, true);
    rig->registry.detach(wa.op);
    EXPECT(rig->patcher.count() >= 100u);
    rig->registry.detach(wb.op);
    fakes::fail_allocation(0);
    EXPECT_EQ(rig->patcher.count(), 0u);
    EXPECT_EQ(rig->registry.report().traced, 0u);
    EXPECT_EQ(rig->registry.report().groups, 0u);
    EXPECT(rig->consistent());
    // And it goes on as ever.
    ASSERT(rig->registry.attach(wb.op, a));
    EXPECT_EQ(rig->patcher.count(), 100u);
    rig->registry.detach(wb.op);
    rig->release(a, b);
}

SPILE_SUITE(ops_registry, equal_choices_share_one_set, only_first_and_last_user_patch,
            a_batch_is_one_patch_and_one_grace_period, an_op_is_registered_once,
            the_same_op_twice_in_a_batch_is_refused, overlapping_sets_patch_what_is_new,
            counting_ops_count_on_their_cpu, everything_is_said_to_the_patcher,
            an_empty_set_sees_nothing, a_patcher_that_fails_leaves_the_old_state,
            attach_without_memory_changes_nothing, the_last_op_leaves_without_memory)

} // namespace
} // namespace spile::ops_test
