// SPDX-License-Identifier: GPL-2.0
// Functions by name, index and module: the site table, the cache of patterns, the
// words of set_ftrace_filter and the lists that they make.
#include "ops/function_list.hh"

#include "selftests/unit/ops_rig.hh"

namespace spile::ops_test {
namespace {

constexpr bool both[] = {false, true};

constexpr Names::Row rows[] = {
    {kernel_site(0), "vfs_read"},   {kernel_site(1), "vfs_write"},
    {kernel_site(2), "do_read"},    {kernel_site(3), "twice"},
    {kernel_site(4), "twice"},      {kernel_site(5), "fn.isra.0"},
    {kernel_site(6), "fn.cold"},    {kernel_site(7), ""}, // overridden: nobody's
    // Two names with one hash (FNV-1a, 32 bits).
    {kernel_site(8), "costarring"}, {kernel_site(9), "liquid"},
    {module_site(0, 0), "vfs_read"}, {module_site(0, 1), "m_open"},
    {module_site(1, 0), "m_open"},
};

Box<Rig> named_rig()
{
    return Rig::create(20, rows);
}

// Which functions match, as a list of numbers in one word: kernel 0.., modules from 40.
Vec<u32> numbers(const SiteList &sites)
{
    Vec<u32> result;
    for (SiteId site : sites)
        EXPECT(result.push(number_of(site)));
    return result;
}
bool are(const SiteList &sites, Span<const u32> wanted)
{
    bool same = sites.size() == wanted.size();
    Vec<u32> have = numbers(sites);
    for (usize i = 0; same && i < wanted.size(); ++i)
        same = have[i] == wanted[i];
    return same;
}
template <typename... Numbers> bool are(const SiteList &sites, Numbers... wanted)
{
    u32 list[] = {static_cast<u32>(wanted)..., 0};
    return are(sites, Span<const u32>(list, sizeof...(wanted)));
}
constexpr u32 m0 = most_kernel_sites, m1 = m0 + most_module_sites;

ModulePattern of_module(Text text, bool inverted = false) { return {false, inverted, text}; }

// --- SiteTable

SPILE_TEST(ops_names, exact_names)
{
    Box<Rig> rig = named_rig();
    auto match = [&](Text pattern) { return rig->registry.match(pattern, {}).take(); };
    EXPECT(are(match("vfs_read"), 0));
    EXPECT(are(match("twice"), 3, 4)); // every copy
    EXPECT(are(match("fn"), 0u) == false && match("fn").empty());
    EXPECT(are(match("fn.isra.0"), 5));
    EXPECT(match("vfs_rea").empty());
    EXPECT(match("vfs_readd").empty());
    EXPECT(are(match("f19"), 19));
    EXPECT_EQ(hash_text("costarring"), hash_text("liquid"));
    EXPECT(are(match("costarring"), 8));
    EXPECT(are(match("liquid"), 9));
    EXPECT_EQ(rig->registry.report().sites, 19u); // without the one that has no name
}

SPILE_TEST(ops_names, one_name_costs_one_symbol)
{
    Box<Rig> rig = Rig::create(8000, rows);
    usize before = rig->symbols.asked;
    EXPECT(are(rig->registry.match("f7999", {}).take(), 7999));
    EXPECT_EQ(rig->symbols.asked - before, 1u);
    EXPECT(rig->registry.match("nobody", {}).take().empty());
    EXPECT(rig->symbols.asked - before <= 2);
}

SPILE_TEST(ops_names, globs)
{
    Box<Rig> rig = named_rig();
    auto match = [&](Text pattern) { return rig->registry.match(pattern, {}).take(); };
    EXPECT(are(match("vfs_*"), 0, 1));
    EXPECT(are(match("*_read"), 0, 2));
    EXPECT(are(match("*fs_*"), 0, 1));
    EXPECT(are(match("v*d"), 0));
    EXPECT(are(match("fn.*"), 5, 6));
    EXPECT(are(match("?wice"), 3, 4));
    EXPECT(are(match("[!v]*_read"), 2));
    EXPECT_EQ(match("*").size(), 19u);
    EXPECT_EQ(match("**").size(), 19u);
    EXPECT(match("zzz*").empty());
}

SPILE_TEST(ops_names, modules)
{
    Box<Rig> rig = named_rig();
    ASSERT(rig->load_module(0, 3, "ext4"));
    ASSERT(rig->load_module(1, 2, "ext4_more"));
    auto match = [&](Text pattern, ModulePattern module) {
        return rig->registry.match(pattern, module).take();
    };
    EXPECT(are(match("vfs_read", {}), 0, m0));
    EXPECT(are(match("vfs_read", of_module("ext4")), m0));
    EXPECT(match("vfs_write", of_module("ext4")).empty());
    EXPECT(are(match("m_open", of_module("ext4*")), m0 + 1, m1));
    EXPECT(are(match("m_open", of_module("ext4", true)), m1));
    EXPECT(are(match("vfs_*", of_module("*", true)), 0, 1)); // the kernel alone
    EXPECT(are(match("vfs_*", of_module("ext4", true)), 0, 1));
    EXPECT_EQ(match("*", of_module("*")).size(), 5u);
    EXPECT_EQ(match("", of_module("ext4")).size(), 3u);
    rig->registry.remove_sites(module(0));
    EXPECT(are(match("vfs_read", {}), 0));
    EXPECT(match("*", of_module("ext4")).empty());
}

SPILE_TEST(ops_names, index_of_all_functions)
{
    Box<Rig> rig = named_rig();
    ASSERT(rig->load_module(0, 3));
    rig->registry.with_table([](SiteTable &table) {
        EXPECT_EQ(table.at_index(0).value(), kernel_site(0));
        EXPECT_EQ(table.at_index(6).value(), kernel_site(6));
        EXPECT_EQ(table.at_index(7).value(), kernel_site(8)); // 7 has no name
        EXPECT_EQ(table.at_index(18).value(), kernel_site(19));
        EXPECT_EQ(table.at_index(19).value(), module_site(0, 0));
        EXPECT_EQ(table.at_index(21).value(), module_site(0, 2));
        EXPECT_EQ(table.at_index(22).error(), Errno::not_found);
        EXPECT(table.contains(kernel_site(6)));
        EXPECT(!table.contains(kernel_site(7)));
        EXPECT(!table.contains(module_site(1, 0)));
        EXPECT(table.bytes() >= 22 * 12);
    });
}

SPILE_TEST(ops_names, without_memory_the_table_is_as_before)
{
    NEEDS_FAILING_MEMORY();
    NoLeak leak;
    Box<Rig> rig = named_rig();
    fail_each_allocation([&] {
        Result<SiteList> found = rig->registry.match("*_read", {});
        fakes::fail_allocation(0);
        if (found)
            EXPECT(are(found.value(), 0, 2));
        else
            EXPECT_EQ(found.error(), Errno::no_memory);
    });
    fail_each_allocation([&] {
        Result<SiteList> found = rig->registry.match("twice", {});
        fakes::fail_allocation(0);
        if (found)
            EXPECT(are(found.value(), 3, 4));
    });
}

// --- SiteList

SPILE_TEST(ops_names, site_lists)
{
    SiteList a, b;
    for (u32 i = 20; i > 0; --i)
        ASSERT(a.collect(i % 7 * 10)); // disorder and doubles
    a.seal();
    EXPECT_EQ(a.size(), 7u);
    for (u32 i = 1; i < 7; ++i)
        EXPECT(a[i - 1] < a[i]);
    EXPECT(a.contains(30) && !a.contains(31) && !a.contains(0xffffffff));
    EXPECT_EQ(a.index_of(60), 6u);
    EXPECT_EQ(a.index_of(61), 7u);
    for (u32 site = 25; site < 100; site += 5)
        ASSERT(b.collect(site));
    b.seal();
    SiteList sum = a.plus(b).take(), rest = a.minus(b).take(), copy = a.copy().take();
    EXPECT_EQ(sum.size(), 7u + 15 - 4);
    EXPECT_EQ(rest.size(), 3u);
    EXPECT(copy == a);
    EXPECT(!(sum == a));
    sum.remove(b);
    EXPECT(sum == rest);
    rest.remove(a);
    EXPECT(rest.empty());
    EXPECT(rest.plus(a).take() == a);
    EXPECT(a.plus(rest).take() == a);
    EXPECT(a.minus(a).take().empty());
    a.keep_if([](SiteId site) { return site >= 30; });
    EXPECT_EQ(a.size(), 4u);
    EXPECT_EQ(a[0], 30u);
}

SPILE_TEST(ops_names, choices)
{
    SiteChoice a, b;
    ASSERT(a.sites.collect(10));
    ASSERT(b.sites.collect(10));
    EXPECT(a == b);
    EXPECT_EQ(a.hash(), b.hash());
    EXPECT(a.includes(10) && !a.includes(11));
    b.everything = true;
    EXPECT(!(a == b));
    EXPECT_NE(a.hash(), b.hash());
    EXPECT(!b.includes(10) && b.includes(11));
}

// --- PatternCache

SPILE_TEST(ops_names, cache_knows_what_was_asked)
{
    NoLeak leak;
    Box<Rig> rig = named_rig();
    rig->registry.with_table([](SiteTable &table) {
        PatternCache cache;
        auto ask = [&](Text pattern, ModulePattern module = {}) {
            bool hit = false;
            EXPECT(cache.match(table, pattern, module, hit));
            return hit;
        };
        EXPECT(!ask("vfs_*"));
        EXPECT(ask("vfs_*"));
        EXPECT(!ask("*_read"));
        EXPECT(!ask("vfs_*", of_module("x")));
        EXPECT(!ask("vfs_*", of_module("x", true)));
        EXPECT(!ask("vfs_*", of_module("xy")));
        EXPECT(ask("vfs_*", of_module("x")));
        EXPECT(ask("vfs_*", of_module("x", true)));
        EXPECT(ask("vfs_*"));
        EXPECT(!ask("vfs_read"));
        EXPECT(!ask("vfs_read")); // cheap to find, so not kept
        EXPECT(!ask("nothing*"));
        EXPECT(ask("nothing*")); // that nothing matches is worth knowing, too
        bool hit;
        EXPECT(are(cache.match(table, "vfs_*", {}, hit).take(), 0, 1));
        EXPECT(cache.bytes() > 0);
        cache.clear();
        EXPECT_EQ(cache.bytes(), 0u);
        EXPECT(!ask("vfs_*"));
    });
}

SPILE_TEST(ops_names, cache_forgets_the_least_recent)
{
    Box<Rig> rig = named_rig();
    rig->registry.with_table([](SiteTable &table) {
        PatternCache cache;
        char pattern[] = "aa*";
        auto ask = [&](u32 i) {
            pattern[0] = static_cast<char>('a' + i / 26);
            pattern[1] = static_cast<char>('a' + i % 26);
            bool hit = false;
            EXPECT(cache.match(table, pattern, {}, hit));
            return hit;
        };
        for (u32 i = 0; i < 32; ++i)
            EXPECT(!ask(i));
        EXPECT(ask(0)); // recent again
        EXPECT(!ask(32)); // 1 goes
        EXPECT(ask(0));
        EXPECT(!ask(1));
        EXPECT(!ask(2));
        EXPECT(ask(31));
    });
}

SPILE_TEST(ops_names, cache_follows_the_table)
{
    Box<Rig> rig = named_rig();
    EXPECT(are(rig->registry.match("vfs_*", {}).take(), 0, 1));
    EXPECT(are(rig->registry.match("vfs_*", {}).take(), 0, 1));
    EXPECT_EQ(rig->registry.report().stats.matches, 1u);
    EXPECT_EQ(rig->registry.report().stats.matches_saved, 1u);
    ASSERT(rig->load_module(0, 3));
    EXPECT(are(rig->registry.match("vfs_*", {}).take(), 0, 1, m0));
    rig->registry.remove_sites(module(0));
    EXPECT(are(rig->registry.match("vfs_*", {}).take(), 0, 1));
    EXPECT_EQ(rig->registry.report().stats.matches, 3u);
}

// --- FilterWord

SPILE_TEST(ops_names, words)
{
    FilterWord word = FilterWord::parse("vfs_*");
    EXPECT(!word.remove && !word.has_command && !word.is_module() && !word.is_index());
    EXPECT_EQ(word.pattern, Text("vfs_*"));

    word = FilterWord::parse("!schedule:traceoff:5:6");
    EXPECT(word.remove && word.has_command && word.has_parameter && !word.is_module());
    EXPECT_EQ(word.pattern, Text("schedule"));
    EXPECT_EQ(word.command, Text("traceoff"));
    EXPECT_EQ(word.parameter, Text("5:6"));

    word = FilterWord::parse("schedule:");
    EXPECT(word.has_command && word.command.empty() && !word.has_parameter);

    word = FilterWord::parse("write*:mod:!ext?");
    EXPECT(word.is_module());
    EXPECT_EQ(word.module().value().text, Text("ext?"));
    EXPECT(word.module().value().inverted && !word.module().value().any);
    EXPECT_EQ(FilterWord::parse("x:mod").module().error(), Errno::invalid);
    EXPECT_EQ(FilterWord::parse("x:mod:").module().error(), Errno::invalid);
    EXPECT_EQ(FilterWord::parse("x:mod:!").module().error(), Errno::invalid);
    EXPECT(FilterWord::parse("x").module().value().any);

    EXPECT(FilterWord::parse("12").is_index());
    EXPECT(FilterWord::parse("!12").is_index());
    EXPECT(!FilterWord::parse("a12").is_index());
    word = FilterWord::parse("");
    EXPECT(!word.remove && word.pattern.empty() && !word.is_index());
    word = FilterWord::parse("!");
    EXPECT(word.remove && word.pattern.empty());
    word = FilterWord::parse(":mod:ext4");
    EXPECT(word.is_module() && word.pattern.empty());
}

// --- FunctionList

struct Lists {
    Box<Rig> rig = named_rig();
    FunctionList list;
    Errno change(Text word)
    {
        return list.change(rig->registry, FilterWord::parse(word)).error();
    }
    // As when a module is loaded; says whether some joined.
    bool load(u32 m, u32 count, const char *name)
    {
        EXPECT(rig->load_module(m, count, name));
        bool any = false;
        rig->registry.with_table([&](SiteTable &table) {
            EXPECT(list.module_came(table, *table.find_block(module(m)), any));
        });
        return any;
    }
    void unload(u32 m) { list.module_went(rig->registry.remove_sites(module(m))); }
};

SPILE_TEST(ops_names, lists_add_and_remove)
{
    Lists at;
    EXPECT(!at.list.chosen());
    EXPECT_EQ(at.change("vfs_*"), Errno{});
    EXPECT_EQ(at.change("twice"), Errno{});
    EXPECT_EQ(at.change("vfs_read"), Errno{}); // once more
    EXPECT(are(at.list.sites(), 0, 1, 3, 4));
    EXPECT_EQ(at.change("!*_read"), Errno{});
    EXPECT(are(at.list.sites(), 1, 3, 4));
    EXPECT(at.list.chosen());
    FunctionList copy = at.list.copy().take();
    EXPECT_EQ(at.change("!*"), Errno{});
    EXPECT(at.list.sites().empty());
    EXPECT(!at.list.chosen()); // nothing is chosen any more: every function again
    EXPECT(are(copy.sites(), 1, 3, 4));
    EXPECT(copy.chosen());
}

SPILE_TEST(ops_names, lists_refuse_what_matches_nothing)
{
    Lists at;
    EXPECT_EQ(at.change("vfs_write"), Errno{});
    for (Text word : (Text[]){"nobody", "nob*", "", "!", "!nobody", "x:mod:", "x:mod", "0", "20",
                              "99999999999999999999", "1x", "vfs_read:mod:!*x[",
                              "nobody:mod:!ext4"}) {
        if (at.change(word) != (word == "vfs_read:mod:!*x[" ? Errno{} : Errno::invalid))
            EXPECT_EQ(word, Text("as it should be"));
        if (word == "vfs_read:mod:!*x[")
            EXPECT_EQ(at.change("!vfs_read"), Errno{});
    }
    EXPECT(are(at.list.sites(), 1));
}

SPILE_TEST(ops_names, lists_by_index)
{
    Lists at;
    EXPECT_EQ(at.change("1"), Errno{});
    EXPECT_EQ(at.change("0x8"), Errno{}); // after the one without a name
    EXPECT(are(at.list.sites(), 0, 8));
    EXPECT_EQ(at.change("19"), Errno{});
    EXPECT_EQ(at.change("!1"), Errno{});
    EXPECT(are(at.list.sites(), 8, 19));
    EXPECT_EQ(at.change("20"), Errno::invalid);
    // No module that may come has such a function.
    EXPECT_EQ(at.change("20:mod:later"), Errno::invalid);
    EXPECT_EQ(at.list.wishes().size(), 0u);
}

SPILE_TEST(ops_names, wishes_wait_for_their_module)
{
    Lists at;
    EXPECT_EQ(at.change("m_*:mod:ext4"), Errno{});
    EXPECT(at.list.chosen());
    EXPECT(at.list.sites().empty()); // nothing, rather than everything
    EXPECT_EQ(at.list.wishes().size(), 1u);
    EXPECT(!at.load(1, 2, "other"));
    EXPECT(at.list.sites().empty());
    EXPECT(at.load(0, 3, "ext4"));
    EXPECT(are(at.list.sites(), m0 + 1));
    at.unload(0);
    EXPECT(at.list.sites().empty());
    EXPECT(at.list.chosen());
}

SPILE_TEST(ops_names, wishes_can_be_taken_back)
{
    Lists at;
    EXPECT_EQ(at.change("m_*:mod:ext4"), Errno{});
    EXPECT_EQ(at.change("!m_*:mod:ext5"), Errno::invalid);
    EXPECT_EQ(at.change("!n_*:mod:ext4"), Errno::invalid);
    EXPECT_EQ(at.change("!m_*:mod:ext4"), Errno{});
    EXPECT_EQ(at.list.wishes().size(), 0u);
    EXPECT(!at.list.chosen()); // as after "!*"
    EXPECT(!at.load(0, 3, "ext4"));
}

SPILE_TEST(ops_names, a_whole_module_is_wished_and_taken_back)
{
    for (Text pattern : (Text[]){":mod:ext4", "*:mod:ext4"})
        for (Text back : (Text[]){"!:mod:ext4", "!*:mod:ext4"}) {
            Lists at;
            EXPECT_EQ(at.change(pattern), Errno{});
            EXPECT_EQ(at.change(pattern), Errno{}); // twice is once
            EXPECT_EQ(at.list.wishes().size(), 1u);
            EXPECT_EQ(at.change(back), Errno{});
            EXPECT_EQ(at.list.wishes().size(), 0u);
            EXPECT_EQ(at.change(pattern), Errno{});
            EXPECT(at.load(0, 3, "ext4"));
            EXPECT(are(at.list.sites(), m0, m0 + 1, m0 + 2));
        }
}

SPILE_TEST(ops_names, what_a_loaded_module_lacks_is_not_wished)
{
    Lists at;
    EXPECT_EQ(at.load(0, 3, "ext4"), false);
    EXPECT_EQ(at.change("nobody:mod:ext4"), Errno::invalid);
    EXPECT_EQ(at.change("nobody:mod:ext*"), Errno{}); // ext3 may still come
    EXPECT_EQ(at.list.wishes().size(), 1u);
    at.unload(0);
    EXPECT_EQ(at.change("nobody:mod:ext4"), Errno{});
    EXPECT_EQ(at.list.wishes().size(), 2u);
}

SPILE_TEST(ops_names, all_wishes_of_a_module_are_taken_back_at_once)
{
    Lists at;
    for (Text word : (Text[]){"a*:mod:ext4", "b:mod:ext4", "b:mod:ext3"})
        EXPECT_EQ(at.change(word), Errno{});
    EXPECT_EQ(at.change("!*:mod:ext4"), Errno{});
    EXPECT_EQ(at.list.wishes().size(), 1u);
    EXPECT_EQ(at.change("!*:mod:ext4"), Errno::invalid);
    EXPECT_EQ(at.change("!:mod:ext3"), Errno{});
    EXPECT(!at.list.chosen());
}

SPILE_TEST(ops_names, a_loaded_module_needs_no_wish)
{
    Lists at;
    at.load(0, 3, "ext4");
    at.load(1, 2, "ext4_more");
    EXPECT_EQ(at.change(":mod:ext4*"), Errno{});
    EXPECT_EQ(at.list.sites().size(), 5u);
    EXPECT_EQ(at.change("!m_open:mod:ext4"), Errno{});
    EXPECT_EQ(at.list.sites().size(), 4u);
    EXPECT_EQ(at.change("!:mod:ext4_more"), Errno{});
    EXPECT(are(at.list.sites(), m0, m0 + 2));
    at.unload(0);
    EXPECT(at.list.sites().empty() && at.list.chosen());
}

SPILE_TEST(ops_names, a_copy_from_before_a_module_went_is_refreshed)
{
    Lists at;
    at.load(0, 3, "ext4");
    EXPECT_EQ(at.change("vfs_read"), Errno{});
    FunctionList copy = at.list.copy().take();
    at.unload(0);
    EXPECT(are(copy.sites(), 0, m0));
    at.rig->registry.with_table([&](SiteTable &table) { copy.refresh(table); });
    EXPECT(are(copy.sites(), 0));
}

SPILE_TEST(ops_names, filter_without_notrace)
{
    Lists filter, notrace;
    EXPECT(choice_of(filter.list, notrace.list).value().everything);
    EXPECT_EQ(notrace.change("vfs_write"), Errno{});
    SiteChoice choice = choice_of(filter.list, notrace.list).take();
    EXPECT(choice.everything && are(choice.sites, 1));
    EXPECT_EQ(filter.change("vfs_*"), Errno{});
    choice = choice_of(filter.list, notrace.list).take();
    EXPECT(!choice.everything && are(choice.sites, 0));
    EXPECT_EQ(filter.change("!vfs_read"), Errno{});
    choice = choice_of(filter.list, notrace.list).take();
    EXPECT(!choice.everything && choice.sites.empty());
}

SPILE_TEST(ops_names, lists_without_memory_are_as_before)
{
    NEEDS_FAILING_MEMORY();
    NoLeak leak;
    for (Text word : (Text[]){"vfs_*", "twice", "!vfs_*", "3", "a:mod:later", "*:mod:!x"}) {
        Lists at;
        EXPECT_EQ(at.change("*_read"), Errno{});
        EXPECT_EQ(at.change("b:mod:x"), Errno{});
        usize size = at.list.sites().size();
        for (bool done = false; !done;) {
            static constinit usize nth = 0;
            fakes::fail_allocation(++nth);
            Errno error = at.change(word);
            done = !fakes::failed_allocations();
            fakes::fail_allocation(0);
            if (done) {
                EXPECT_EQ(error, Errno{});
                nth = 0;
            } else if (error != Errno{}) {
                EXPECT_EQ(error, Errno::no_memory);
                EXPECT_EQ(at.list.sites().size(), size);
                EXPECT_EQ(at.list.wishes().size(), 1u);
                EXPECT(are(at.list.sites(), 0, 2));
            } else {
                done = true; // only the cache went without
                nth = 0;
            }
        }
    }
}

SPILE_SUITE(ops_names, exact_names, one_name_costs_one_symbol, globs, modules,
            index_of_all_functions, without_memory_the_table_is_as_before, site_lists, choices,
            cache_knows_what_was_asked, cache_forgets_the_least_recent, cache_follows_the_table,
            words, lists_add_and_remove, lists_refuse_what_matches_nothing, lists_by_index,
            wishes_wait_for_their_module, wishes_can_be_taken_back,
            a_whole_module_is_wished_and_taken_back, what_a_loaded_module_lacks_is_not_wished,
            all_wishes_of_a_module_are_taken_back_at_once, a_loaded_module_needs_no_wish,
            a_copy_from_before_a_module_went_is_refreshed, filter_without_notrace,
            lists_without_memory_are_as_before)

} // namespace
} // namespace spile::ops_test
