// SPDX-License-Identifier: GPL-2.0
// An op that changes its set, and ops that leave: at every step each call is seen
// by whom it should, once.
#include "ops/registry.hh"

#include "selftests/unit/ops_rig.hh"

namespace spile::ops_test {
namespace {

constexpr bool both[] = {false, true};

// Calls functions at each step of a change and looks who has seen them.
struct Stepper {
    Rig &rig;
    Watcher &watcher;
    SiteId always, before, after; // in both sets, in the old one only, in the new one only
    usize steps = 0, wrong = 0;

    static void step(void *context)
    {
        auto &self = *static_cast<Stepper *>(context);
        ++self.steps;
        self.wrong += self.seen(self.always) != 1;
        self.wrong += self.seen(self.before) > 1;
        self.wrong += self.seen(self.after) > 1;
    }
    u64 seen(SiteId site)
    {
        u64 had = watcher.hits;
        rig.call(site);
        return watcher.hits - had;
    }
    void watch()
    {
        rig.patcher.before = rig.patcher.after = step;
        rig.patcher.context = this;
        fakes::on_grace(step, this);
    }
    ~Stepper()
    {
        rig.patcher.before = rig.patcher.after = nullptr;
        fakes::on_grace(nullptr);
    }
};

SPILE_TEST(ops_move, a_call_in_both_sets_is_seen_once_at_each_step)
{
    for (bool old_has_others : both)
        for (bool new_has_others : both) {
            Box<Rig> rig = Rig::create(500);
            FilterSet &a = rig->range(0, 100);
            FilterSet &b = rig->range(50, 100);
            Watcher mover, on_a, on_b;
            ASSERT(rig->registry.attach(mover.op, a));
            if (old_has_others)
                ASSERT(rig->registry.attach(on_a.op, a));
            if (new_has_others)
                ASSERT(rig->registry.attach(on_b.op, b));
            {
                Stepper stepper{*rig, mover, kernel_site(75), kernel_site(20), kernel_site(120)};
                stepper.watch();
                ASSERT(rig->registry.move(mover.op, b));
                EXPECT(stepper.steps > 0 || (old_has_others && new_has_others));
                EXPECT_EQ(stepper.wrong, 0u);
                EXPECT_EQ(stepper.seen(kernel_site(20)), 0u);
                EXPECT_EQ(stepper.seen(kernel_site(75)), 1u);
                EXPECT_EQ(stepper.seen(kernel_site(120)), 1u);
            }
            EXPECT_EQ(mover.op.set(), &b);
            EXPECT_EQ(rig->patcher.count(), old_has_others ? 150u : 100u);
            EXPECT(rig->consistent());
            // And back, and there again: the places in the lists are used anew.
            FilterSet *const path[] = {&a, &b, &a};
            for (FilterSet *to : path) {
                ASSERT(rig->registry.move(mover.op, *to));
                u64 had = mover.hits;
                rig->call(kernel_site(75));
                EXPECT_EQ(mover.hits, had + 1);
                EXPECT(rig->consistent());
            }
            Op *const all[] = {&mover.op, &on_a.op, &on_b.op};
            rig->registry.detach(all);
            EXPECT_EQ(rig->patcher.count(), 0u);
            rig->release(a, b);
        }
}

SPILE_TEST(ops_move, to_the_same_set_is_nothing)
{
    Box<Rig> rig = Rig::create(100);
    FilterSet &a = rig->range(0, 10);
    Watcher watcher;
    EXPECT_EQ(rig->registry.move(watcher.op, a).error(), Errno::invalid);
    ASSERT(rig->registry.attach(watcher.op, a));
    usize calls = rig->patcher.calls, periods = fakes::grace_periods();
    ASSERT(rig->registry.move(watcher.op, a));
    EXPECT_EQ(rig->patcher.calls, calls);
    EXPECT_EQ(fakes::grace_periods(), periods);
    rig->registry.detach(watcher.op);
    rig->release(a);
}

SPILE_TEST(ops_move, the_set_that_was_left_lives_as_long_as_it_is_held)
{
    NoLeak leak;
    Box<Rig> rig = Rig::create(100);
    FilterSet &a = rig->range(0, 10);
    FilterSet &b = rig->range(5, 10);
    Watcher watcher;
    ASSERT(rig->registry.attach(watcher.op, a));
    rig->release(a); // the op keeps it
    EXPECT_EQ(rig->registry.report().sets, 2u);
    ASSERT(rig->registry.move(watcher.op, b));
    EXPECT_EQ(rig->registry.report().sets, 1u);
    rig->release(b);
    EXPECT_EQ(rig->registry.report().sets, 1u);
    rig->registry.detach(watcher.op);
    EXPECT_EQ(rig->registry.report().sets, 0u);
}

SPILE_TEST(ops_move, without_memory_it_stays_where_it_was)
{
    NEEDS_FAILING_MEMORY();
    NoLeak leak;
    for (bool onwards : both)
        for (bool patcher_fails : both) {
            Box<Rig> rig = Rig::create(500);
            FilterSet &a = rig->range(0, 100);
            FilterSet &b = rig->range(50, 200);
            FilterSet &c = rig->range(80, 10);
            Watcher mover, other;
            ASSERT(rig->registry.attach(mover.op, a));
            ASSERT(rig->registry.attach(other.op, c));
            fail_each_allocation(
                [&] {
                    rig->patcher.fail_nth = patcher_fails;
                    Result<void> moved = rig->registry.move(mover.op, b);
                    fakes::fail_allocation(0);
                    rig->patcher.fail_nth = 0;
                    EXPECT_EQ(mover.op.set(), moved ? &b : &a);
                    u64 had = mover.hits;
                    rig->call(kernel_site(20));
                    EXPECT_EQ(mover.hits - had, moved ? 0u : 1u);
                    rig->call(kernel_site(85));
                    rig->call(kernel_site(200));
                    EXPECT_EQ(mover.hits - had, 2u);
                    EXPECT(rig->consistent());
                    if (moved)
                        EXPECT(rig->registry.move(mover.op, a));
                    // What there was no memory to take down is gone with the next leaving.
                    Watcher third;
                    EXPECT(rig->registry.attach(third.op, c));
                    rig->registry.detach(third.op);
                    EXPECT_EQ(rig->patcher.count(), 100u);
                    EXPECT(rig->consistent());
                    fakes::run_reaps();
                },
                onwards);
            Op *const ops[] = {&mover.op, &other.op};
            rig->registry.detach(ops);
            EXPECT_EQ(rig->patcher.count(), 0u);
            rig->release(a, b, c);
        }
}

SPILE_TEST(ops_move, leaving_cannot_fail)
{
    NEEDS_FAILING_MEMORY();
    NoLeak leak;
    for (bool onwards : both) {
        Box<Rig> rig = Rig::create(500);
        FilterSet &a = rig->range(0, 100);
        FilterSet &b = rig->range(50, 100);
        FilterSet &c = rig->range(0, 300);
        Watcher wa, wb, wc;
        Op *const ops[] = {&wa.op, &wb.op, &wc.op};
        FilterSet *const sets[] = {&a, &b, &c};
        for (usize nth = 1, failed = 1; failed; ++nth) {
            ASSERT(rig->registry.attach(ops, sets));
            Op *const two[] = {&wa.op, &wc.op};
            fakes::fail_allocation(nth, onwards);
            rig->registry.detach(two);
            failed = fakes::failed_allocations();
            fakes::fail_allocation(0);
            EXPECT(!wa.op.registered() && !wc.op.registered() && wb.op.registered());
            u64 had = wa.hits + wc.hits, had_b = wb.hits;
            for (u32 i = 0; i < 320; ++i)
                rig->dispatch_at(kernel_site(i));
            EXPECT_EQ(wa.hits + wc.hits, had);
            EXPECT_EQ(wb.hits, had_b + 100);
            EXPECT(rig->consistent());
            rig->registry.detach(wb.op);
            EXPECT_EQ(rig->patcher.count(), 0u);
            EXPECT_EQ(rig->registry.report().groups, 0u);
            fakes::run_reaps();
        }
        rig->release(a, b, c);
    }
}

// A set that lingers is as good as new for the next op on it.
SPILE_TEST(ops_move, a_lingering_set_is_used_again)
{
    NEEDS_FAILING_MEMORY();
    Box<Rig> rig = Rig::create(500);
    FilterSet &a = rig->range(0, 100);
    Watcher wa, wb;
    FilterSet &b = rig->range(50, 100);
    ASSERT(rig->registry.attach(wa.op, a));
    ASSERT(rig->registry.attach(wb.op, b));
    fakes::fail_allocation(1, true);
    rig->registry.detach(wa.op);
    fakes::fail_allocation(0);
    EXPECT_EQ(rig->patcher.count(), 150u); // it could not be taken down
    ASSERT(rig->registry.attach(wa.op, a));
    EXPECT_EQ(rig->patcher.ons, 150u);
    rig->call(kernel_site(10));
    EXPECT_EQ(wa.hits, 1u);
    Op *const ops[] = {&wa.op, &wb.op};
    rig->registry.detach(ops);
    EXPECT_EQ(rig->patcher.count(), 0u);
    rig->release(a, b);
}

SPILE_SUITE(ops_move, a_call_in_both_sets_is_seen_once_at_each_step, to_the_same_set_is_nothing,
            the_set_that_was_left_lives_as_long_as_it_is_held,
            without_memory_it_stays_where_it_was, leaving_cannot_fail,
            a_lingering_set_is_used_again)

} // namespace
} // namespace spile::ops_test
