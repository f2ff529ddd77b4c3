// SPDX-License-Identifier: GPL-2.0
// A site's count steps 0 -> 1 and 1 -> 0 once, and the hit path finds its group at
// every moment.
#include "ops/call_sites.hh"

#include "selftests/unit/ops_rig.hh"

namespace spile::ops_test {
namespace {

// Call sites without a registry; sets are numbered as they are made.
struct Sites {
    Reaper reaper;
    CallSites sites{reaper};
    FilterSet sets[8];
    Sites()
    {
        for (u32 i = 0; i < 8; ++i)
            sets[i].number = i + 1;
    }
    ~Sites()
    {
        reaper.drain();
        fakes::run_reaps();
    }
    // Adds or removes a set at sites first .. last - 1. Returns the 0 <-> 1 steps, or
    // 'not a number' without memory.
    enum : usize { failed = ~usize{0} };
    usize change(CallSites::Change change, u32 set, u32 first, u32 last)
    {
        Result<void> planned = sites.start(change, sets[set], last - first);
        for (u32 i = first; i < last && planned; ++i)
            planned = sites.plan(kernel_site(i));
        usize steps = 0;
        for (u32 i = first; i < last && planned; ++i)
            steps += sites.apply(kernel_site(i));
        sites.finish();
        return planned ? steps : static_cast<usize>(failed);
    }
    usize add(u32 set, u32 first, u32 last)
    {
        return change(CallSites::Change::add, set, first, last);
    }
    usize remove(u32 set, u32 first, u32 last)
    {
        return change(CallSites::Change::remove, set, first, last);
    }
    const SiteGroup *group(u32 i) { return sites.find(address_of(kernel_site(i))); }
    bool has(u32 i, u32 set)
    {
        for (FilterSet *const *at = group(i)->sets; *at; ++at)
            if (*at == &sets[set])
                return true;
        return false;
    }
};

SPILE_TEST(ops_call_sites, first_and_last_set_are_steps)
{
    Box<Sites> all = make_box<Sites>().take();
    EXPECT_EQ(all->add(0, 0, 100), 100u);
    EXPECT_EQ(all->add(1, 50, 150), 50u);
    EXPECT_EQ(all->add(2, 0, 200), 50u);
    EXPECT_EQ(all->sites.traced(), 200u);
    EXPECT_EQ(all->remove(2, 0, 200), 50u);
    EXPECT_EQ(all->remove(0, 0, 100), 50u);
    EXPECT_EQ(all->remove(1, 50, 150), 100u);
    EXPECT_EQ(all->sites.traced(), 0u);
    EXPECT_EQ(all->sites.groups(), 0u);
    EXPECT_EQ(all->sites.bytes(), 0u);
}

SPILE_TEST(ops_call_sites, sites_in_the_same_sets_share_a_group)
{
    Box<Sites> all = make_box<Sites>().take();
    all->add(0, 0, 100);
    all->add(1, 50, 150);
    EXPECT_EQ(all->sites.groups(), 3u);
    EXPECT_EQ(all->group(0), all->group(49));
    EXPECT_EQ(all->group(50), all->group(99));
    EXPECT_EQ(all->group(100), all->group(149));
    EXPECT_NE(all->group(49), all->group(50));
    EXPECT_EQ(all->group(50)->count, 2u);
    EXPECT_EQ(all->group(50)->uses, 50u);
    EXPECT_EQ(all->group(150)->count, 0u);
    // Whichever came first, the group is the same.
    all->add(3, 200, 300);
    all->add(2, 200, 250);
    const SiteGroup *late = all->group(200);
    all->add(2, 400, 401);
    all->add(3, 400, 401);
    EXPECT_EQ(all->group(400), late);
}

SPILE_TEST(ops_call_sites, adding_or_removing_twice_changes_nothing)
{
    Box<Sites> all = make_box<Sites>().take();
    EXPECT_EQ(all->add(0, 0, 10), 10u);
    EXPECT_EQ(all->add(0, 0, 10), 0u);
    EXPECT_EQ(all->group(0)->count, 1u);
    EXPECT_EQ(all->remove(1, 0, 10), 0u);
    EXPECT_EQ(all->remove(0, 0, 20), 10u);
    EXPECT_EQ(all->remove(0, 0, 20), 0u);
}

SPILE_TEST(ops_call_sites, a_group_unknown_to_the_site_table_is_empty)
{
    Box<Sites> all = make_box<Sites>().take();
    EXPECT_EQ(all->group(5)->count, 0u);
    EXPECT_EQ(all->group(5)->sets[0], nullptr);
    all->add(0, 5, 6);
    EXPECT_EQ(all->group(6)->count, 0u);
    EXPECT_EQ(all->sites.find(~uptr{0})->count, 0u);
}

SPILE_TEST(ops_call_sites, the_table_grows_and_forgets)
{
    Box<Sites> all = make_box<Sites>().take();
    for (u32 i = 0; i < 3000; ++i)
        EXPECT_EQ(all->add(0, i, i + 1), 1u);
    for (u32 i = 0; i < 3000; ++i)
        EXPECT(all->has(i, 0));
    EXPECT(!all->has(3000, 0));
    usize full = all->sites.bytes();
    // Sites that are not traced any more make room for others.
    for (u32 i = 0; i < 100000; ++i) {
        u32 site = 3000 + i % 5000;
        EXPECT_EQ(all->add(1, site, site + 1), 1u);
        EXPECT_EQ(all->remove(1, site, site + 1), 1u);
    }
    EXPECT(all->sites.bytes() <= 2 * full);
    for (u32 i = 0; i < 3000; ++i)
        EXPECT(all->has(i, 0));
    EXPECT_EQ(all->remove(0, 0, 3000), 3000u);
    EXPECT_EQ(all->sites.bytes(), 0u);
    fakes::run_reaps();
}

SPILE_TEST(ops_call_sites, what_is_read_stays_readable_until_a_grace_period)
{
    Box<Sites> all = make_box<Sites>().take();
    all->add(0, 0, 10);
    const SiteGroup *old = all->group(3);
    all->add(1, 0, 10); // group {0} goes
    EXPECT_EQ(old->count, 1u);
    EXPECT_EQ(old->sets[0], &all->sets[0]);
    EXPECT_EQ(old->sets[1], nullptr);
    const SiteGroup *both = all->group(3);
    all->remove(0, 0, 10);
    all->remove(1, 0, 10); // the table goes
    EXPECT_EQ(both->count, 2u);
    EXPECT_EQ(both->sets[1], &all->sets[1]);
    EXPECT(all->reaper.pending() >= 3);
    usize before = fakes::grace_periods();
    all->reaper.drain();
    EXPECT_EQ(fakes::grace_periods(), before + 1);
    EXPECT_EQ(all->reaper.pending(), 0u);
    all->reaper.drain(); // with nothing to free nothing is waited for
    EXPECT_EQ(fakes::grace_periods(), before + 1);
}

SPILE_TEST(ops_call_sites, a_failed_plan_leaves_all_groups)
{
    NEEDS_FAILING_MEMORY();
    NoLeak leak;
    Box<Sites> all = make_box<Sites>().take();
    for (u32 set = 0; set < 4; ++set)
        all->add(set, 10 * set, 10 * set + 20);
    fail_each_allocation([&] {
        usize steps = all->add(5, 0, 400);
        fakes::fail_allocation(0);
        EXPECT(steps == Sites::failed || steps == 350);
        if (steps != Sites::failed)
            EXPECT_EQ(all->remove(5, 0, 400), 350u);
        EXPECT_EQ(all->sites.traced(), 50u);
        for (u32 i = 0; i < 60; ++i)
            for (u32 set = 0; set < 8; ++set)
                EXPECT_EQ(all->has(i, set), set < 4 && i >= 10 * set && i < 10 * set + 20);
        fakes::run_reaps();
        all->reaper.drain();
    });
}

SPILE_TEST(ops_call_sites, dropped_sites_count_no_more)
{
    Box<Sites> all = make_box<Sites>().take();
    all->add(0, 0, 10);
    all->add(1, 5, 10);
    EXPECT(all->sites.drop(kernel_site(7)));
    EXPECT(!all->sites.drop(kernel_site(7)));
    EXPECT(!all->sites.drop(kernel_site(77)));
    EXPECT_EQ(all->sites.traced(), 9u);
    EXPECT_EQ(all->group(7)->count, 0u);
    EXPECT_EQ(all->remove(0, 0, 10), 5u);
    EXPECT_EQ(all->remove(1, 5, 10), 4u);
    EXPECT_EQ(all->sites.groups(), 0u);
}

// Random sets at random sites against a table of bits.
SPILE_TEST(ops_call_sites, agrees_with_a_model)
{
    Box<Sites> all = make_box<Sites>().take();
    constexpr u32 count = 300;
    Vec<u8> model;
    for (u32 i = 0; i < count; ++i)
        EXPECT(model.push(0));
    u32 seed = 12345;
    auto random = [&](u32 limit) {
        seed = seed * 1664525 + 1013904223;
        return (seed >> 8) % limit;
    };
    usize wrong = 0;
    for (u32 round = 0; round < 2000; ++round) {
        u32 set = random(8), first = random(count), last = first + random(count - first) + 1;
        bool add = random(2);
        usize steps = 0;
        for (u32 i = first; i < last; ++i) {
            u8 then = add ? model[i] | 1 << set : model[i] & ~(1 << set);
            steps += !then != !model[i];
            model[i] = then;
        }
        wrong += steps != (add ? all->add(set, first, last) : all->remove(set, first, last));
        for (u32 i = 0; i < count; ++i)
            for (u32 s = 0; s < 8; ++s)
                wrong += all->has(i, s) != ((model[i] >> s & 1) != 0);
        if (round % 50 == 0)
            all->reaper.drain();
    }
    EXPECT_EQ(wrong, 0u);
}

SPILE_SUITE(ops_call_sites, first_and_last_set_are_steps, sites_in_the_same_sets_share_a_group,
            adding_or_removing_twice_changes_nothing, a_group_unknown_to_the_site_table_is_empty,
            the_table_grows_and_forgets, what_is_read_stays_readable_until_a_grace_period,
            a_failed_plan_leaves_all_groups, dropped_sites_count_no_more, agrees_with_a_model)

} // namespace
} // namespace spile::ops_test
