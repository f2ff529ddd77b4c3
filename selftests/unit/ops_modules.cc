// SPDX-License-Identifier: GPL-2.0
// Modules bring functions and take them away, whatever is traced.
#include "ops/registry.hh"

#include "ops/function_list.hh"

#include "selftests/unit/ops_rig.hh"

namespace spile::ops_test {
namespace {

constexpr bool both[] = {false, true};

SPILE_TEST(ops_modules, their_functions_join_everything)
{
    NoLeak leak;
    Box<Rig> rig = Rig::create(50);
    FilterSet &all = rig->everything();
    FilterSet &most = rig->all_but(10, 5);
    FilterSet &some = rig->range(0, 20);
    Watcher wall, wmost, wsome;
    ASSERT(rig->registry.attach(wall.op, all));
    ASSERT(rig->registry.attach(wmost.op, most));
    ASSERT(rig->registry.attach(wsome.op, some));
    EXPECT_EQ(rig->patcher.calls, 1u);
    ASSERT(rig->load_module(0, 30));
    EXPECT_EQ(rig->patcher.calls, 2u);
    EXPECT_EQ(rig->patcher.count(), 80u);
    EXPECT(rig->patcher.everything);
    rig->call(module_site(0, 29));
    EXPECT_EQ(wall.hits, 1u);
    EXPECT_EQ(wmost.hits, 1u);
    EXPECT_EQ(wsome.hits, 0u);
    EXPECT(rig->consistent());

    SiteList gone = rig->registry.remove_sites(module(0));
    EXPECT_EQ(gone.size(), 30u);
    EXPECT_EQ(rig->patcher.count(), 50u);
    EXPECT(rig->patcher.everything);
    rig->dispatch_at(module_site(0, 29));
    EXPECT_EQ(wall.hits, 1u);
    EXPECT(rig->registry.remove_sites(module(0)).empty());
    EXPECT(rig->consistent());
    Op *const ops[] = {&wall.op, &wmost.op, &wsome.op};
    rig->registry.detach(ops);
    EXPECT_EQ(rig->patcher.count(), 0u);
    rig->release(all, most, some);
}

SPILE_TEST(ops_modules, coming_patches_nothing_where_nobody_wants_all)
{
    Box<Rig> rig = Rig::create(50);
    FilterSet &all = rig->everything(); // held, but no op is on it
    FilterSet &some = rig->range(0, 20);
    Watcher watcher;
    ASSERT(rig->registry.attach(watcher.op, some));
    ASSERT(rig->load_module(0, 30));
    EXPECT_EQ(rig->patcher.calls, 1u);
    EXPECT_EQ(rig->load_module(0, 30).error(), Errno::exists);
    EXPECT_EQ(rig->registry.report().sites, 80u);
    rig->registry.detach(watcher.op);
    ASSERT(rig->registry.attach(watcher.op, all));
    EXPECT_EQ(rig->patcher.count(), 80u);
    rig->registry.detach(watcher.op);
    rig->release(all, some);
}

// Listed functions of a module leave every set with it, and a set that had nothing
// else is an empty one.
SPILE_TEST(ops_modules, going_leaves_listed_sets)
{
    NoLeak leak;
    Box<Rig> rig = Rig::create(50);
    ASSERT(rig->load_module(1, 30));
    SiteChoice choice;
    ASSERT(choice.sites.collect(kernel_site(3)));
    for (u32 i = 0; i < 30; i += 2)
        ASSERT(choice.sites.collect(module_site(1, i)));
    choice.sites.seal();
    SiteChoice only;
    for (u32 i = 0; i < 10; ++i)
        ASSERT(only.sites.collect(module_site(1, i)));
    FilterSet &mixed = *rig->registry.hold(spile::move(choice)).value();
    FilterSet &alone = *rig->registry.hold(spile::move(only)).value();
    Watcher wmixed, walone;
    ASSERT(rig->registry.attach(wmixed.op, mixed));
    ASSERT(rig->registry.attach(walone.op, alone));
    EXPECT_EQ(rig->patcher.count(), 21u);
    // A move and a departure while the module is there.
    ASSERT(rig->registry.move(walone.op, mixed));
    EXPECT_EQ(rig->patcher.count(), 16u);
    ASSERT(rig->registry.move(walone.op, alone));
    usize offs = rig->patcher.offs;
    SiteList gone = rig->registry.remove_sites(module(1));
    EXPECT_EQ(gone.size(), 30u);
    EXPECT_EQ(rig->patcher.offs - offs, 20u);
    EXPECT_EQ(rig->patcher.count(), 1u);
    EXPECT_EQ(mixed.choice.sites.size(), 1u);
    EXPECT_EQ(alone.choice.sites.size(), 0u);
    EXPECT(rig->consistent());
    // Another module at the same addresses is nobody's business.
    ASSERT(rig->load_module(1, 30, "other"));
    EXPECT_EQ(rig->patcher.count(), 1u);
    Op *const ops[] = {&wmixed.op, &walone.op};
    rig->registry.detach(ops);
    EXPECT_EQ(rig->patcher.count(), 0u);
    rig->release(mixed, alone);
}

SPILE_TEST(ops_modules, going_is_few_patches)
{
    Box<Rig> rig = Rig::create(50);
    ASSERT(rig->load_module(0, 60));
    FilterSet &all = rig->everything();
    Watcher watcher;
    ASSERT(rig->registry.attach(watcher.op, all));
    usize calls = rig->patcher.calls;
    rig->registry.remove_sites(module(0));
    // The text is changed, and every CPU told, for each of them.
    EXPECT_EQ(rig->patcher.calls, calls + 1);
    EXPECT(rig->patcher.everything);
    rig->registry.detach(watcher.op);
    rig->release(all);
}

// While a module's functions leave one after the other, there is a moment when as many
// are traced as the kernel has. That is not "all".
SPILE_TEST(ops_modules, as_many_as_all_is_not_all)
{
    Box<Rig> rig = Rig::create(50);
    ASSERT(rig->load_module(0, 60));
    SiteChoice choice;
    for (u32 i = 0; i < 40; ++i)
        ASSERT(choice.sites.collect(kernel_site(i)));
    for (u32 i = 0; i < 60; ++i)
        if (i % 10)
            ASSERT(choice.sites.collect(module_site(0, i)));
    choice.sites.seal();
    FilterSet &set = *rig->registry.hold(spile::move(choice)).value();
    Watcher watcher;
    ASSERT(rig->registry.attach(watcher.op, set));
    EXPECT_EQ(rig->patcher.count(), 94u);
    rig->registry.remove_sites(module(0));
    EXPECT(!rig->patcher.ever_everything);
    EXPECT_EQ(rig->patcher.count(), 40u);
    rig->registry.detach(watcher.op);
    rig->release(set);
}

SPILE_TEST(ops_modules, an_excluded_module_function_is_excluded_while_it_is_there)
{
    Box<Rig> rig = Rig::create(10);
    ASSERT(rig->load_module(0, 10));
    SiteChoice choice;
    choice.everything = true;
    ASSERT(choice.sites.collect(module_site(0, 4)));
    FilterSet &set = *rig->registry.hold(spile::move(choice)).value();
    Watcher watcher;
    ASSERT(rig->registry.attach(watcher.op, set));
    EXPECT_EQ(rig->patcher.count(), 19u);
    rig->call(module_site(0, 4));
    EXPECT_EQ(watcher.hits, 0u);
    rig->registry.remove_sites(module(0));
    EXPECT_EQ(rig->patcher.count(), 10u);
    ASSERT(rig->load_module(0, 10));
    EXPECT_EQ(rig->patcher.count(), 20u); // another module: nobody excluded its functions
    rig->registry.detach(watcher.op);
    EXPECT_EQ(rig->patcher.count(), 0u);
    rig->release(set);
}

// Names are resolved first and the set is held then: a module may go in between. Its
// sites are no sites any more, and the kernel would refuse all of the set for them.
SPILE_TEST(ops_modules, a_choice_from_before_it_went)
{
    Box<Rig> rig = Rig::create(50);
    ASSERT(rig->load_module(0, 10));
    FunctionList list;
    ASSERT(list.change(rig->registry, FilterWord::parse("*:mod:mod")));
    ASSERT(list.change(rig->registry, FilterWord::parse("f7")));
    FunctionList none;
    SiteChoice choice = choice_of(list, none).take();
    SiteChoice all_but = choice_of(none, list).take();
    EXPECT_EQ(choice.sites.size(), 11u);
    rig->registry.remove_sites(module(0));
    FilterSet &set = *rig->registry.hold(spile::move(choice)).value();
    FilterSet &rest = *rig->registry.hold(spile::move(all_but)).value();
    EXPECT_EQ(set.choice.sites.size(), 1u);
    EXPECT_EQ(&set, &rig->range(7, 1));
    EXPECT_EQ(&rest, &rig->all_but(7, 1));
    Watcher watcher;
    ASSERT(rig->registry.attach(watcher.op, set));
    EXPECT_EQ(rig->patcher.ons, 1u);
    rig->registry.detach(watcher.op);
    rig->release(set, set, rest, rest);
}

SPILE_TEST(ops_modules, coming_without_memory_leaves_it_out)
{
    NEEDS_FAILING_MEMORY();
    NoLeak leak;
    for (bool onwards : both)
        for (bool patcher_fails : both) {
            Box<Rig> rig = Rig::create(50);
            FilterSet &all = rig->everything();
            FilterSet &most = rig->all_but(10, 5);
            FilterSet &some = rig->range(0, 20);
            Watcher wall, wmost, wsome;
            ASSERT(rig->registry.attach(wall.op, all));
            ASSERT(rig->registry.attach(wmost.op, most));
            ASSERT(rig->registry.attach(wsome.op, some));
            fail_each_allocation(
                [&] {
                    rig->patcher.fail_nth = patcher_fails;
                    Result<void> loaded = rig->load_module(0, 60);
                    fakes::fail_allocation(0);
                    rig->patcher.fail_nth = 0;
                    EXPECT(!loaded || !patcher_fails);
                    EXPECT(rig->consistent());
                    EXPECT_EQ(rig->patcher.count(), loaded ? 110u : 50u);
                    EXPECT_EQ(rig->registry.report().sites, loaded ? 110u : 50u);
                    u64 had = wall.hits;
                    rig->dispatch_at(module_site(0, 5));
                    EXPECT_EQ(wall.hits - had, loaded ? 1u : 0u);
                    EXPECT_EQ(rig->registry.remove_sites(module(0)).size(), loaded ? 60u : 0u);
                    EXPECT_EQ(rig->patcher.count(), 50u);
                    fakes::run_reaps();
                },
                onwards);
            Op *const ops[] = {&wall.op, &wmost.op, &wsome.op};
            rig->registry.detach(ops);
            EXPECT_EQ(rig->patcher.count(), 0u);
            rig->release(all, most, some);
        }
}

SPILE_TEST(ops_modules, going_needs_no_memory)
{
    NEEDS_FAILING_MEMORY();
    Box<Rig> rig = Rig::create(50);
    ASSERT(rig->load_module(0, 60));
    FilterSet &all = rig->everything();
    FilterSet &some = rig->range(0, 20);
    Watcher wall, wsome;
    ASSERT(rig->registry.attach(wall.op, all));
    ASSERT(rig->registry.attach(wsome.op, some));
    fakes::fail_allocation(1, true);
    SiteList gone = rig->registry.remove_sites(module(0));
    EXPECT_EQ(fakes::failed_allocations(), 0u);
    fakes::fail_allocation(0);
    EXPECT_EQ(gone.size(), 60u);
    EXPECT_EQ(rig->patcher.count(), 50u);
    EXPECT(rig->consistent());
    Op *const ops[] = {&wall.op, &wsome.op};
    rig->registry.detach(ops);
    rig->release(all, some);
}

// All functions, but by their names: those of a module that comes are not among them.
SPILE_TEST(ops_modules, a_list_of_all_functions_has_none_of_the_next_module)
{
    Box<Rig> rig = Rig::create(10);
    Watcher watcher;
    FilterSet &all = rig->range(0, 10);
    EXPECT(rig->registry.attach(watcher.op, all));
    EXPECT(rig->patcher.everything);
    EXPECT(rig->load_module(0, 3));
    EXPECT(!rig->patcher.everything);
    EXPECT(rig->consistent());
    rig->registry.detach(watcher.op);
    rig->release(all);
}

SPILE_SUITE(ops_modules, their_functions_join_everything,
            coming_patches_nothing_where_nobody_wants_all, going_leaves_listed_sets,
            going_is_few_patches, as_many_as_all_is_not_all,
            an_excluded_module_function_is_excluded_while_it_is_there,
            a_choice_from_before_it_went, coming_without_memory_leaves_it_out,
            going_needs_no_memory, a_list_of_all_functions_has_none_of_the_next_module)

} // namespace
} // namespace spile::ops_test
