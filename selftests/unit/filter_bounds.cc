// SPDX-License-Identifier: GPL-2.0
// How large a filter may be, what it costs to make one, memory that runs out, and the
// filter of functions.
#include "filter/filter.hh"

#include "filter/function_filter.hh"
#include "filter/parser.hh"
#include "selftests/unit/filter_rig.hh"

namespace spile {
namespace {

using namespace filter_test;

// --- Size.

void repeat(Printer &out, Text text, u32 times)
{
    for (u32 i = 0; i < times; ++i)
        out.text(text);
}

void check_error(Text text, FilterErrorCode code, u32 column)
{
    FilterError error;
    Result<Box<Filter>> made = make(text, error);
    EXPECT(!made.ok());
    EXPECT_EQ(error.code, code);
    EXPECT_EQ(error.column, column);
}

SPILE_TEST(filter_bounds, parentheses)
{
    constexpr u32 deep = 1000;
    Printer text;
    repeat(text, "(", deep);
    text.text("u8 == 1");
    check_error(text.view(), FilterErrorCode::too_many_open, deep - 1);
    repeat(text, ")", deep);
    Entry entry;
    Box<Filter> filter = make(text.view());
    ASSERT(filter);
    EXPECT(!verdict(*filter, entry));
    EXPECT_EQ(filter->steps().size(), 3);
    text.ch(')');
    check_error(text.view(), FilterErrorCode::too_many_close, 2 * deep + 7);

    // Each with its own "!", and an even number of them.
    text.clear();
    repeat(text, "!(", 30000);
    text.text("u8 == 0");
    check_error(text.view(), FilterErrorCode::too_many_open, 2 * 30000 - 1);
    text.clear();
    repeat(text, "!(", 20000);
    text.text("u8 == 0");
    repeat(text, ")", 20000);
    filter = make(text.view());
    ASSERT(filter);
    EXPECT(verdict(*filter, entry));
}

SPILE_TEST(filter_bounds, predicates)
{
    Printer text;
    text.text("u8==1");
    repeat(text, "||u8==1", Parser::most_terms - 1);
    Box<Filter> filter = make(text.view());
    ASSERT(filter);
    EXPECT_EQ(filter->steps().size(), Parser::most_terms + 2);
    Entry entry;
    EXPECT(!verdict(*filter, entry));
    entry.set(u8_field, 1);
    EXPECT(verdict(*filter, entry));
    u32 length = static_cast<u32>(text.size());
    text.text("||u8==1");
    check_error(text.view(), FilterErrorCode::too_many_preds, length + 2);
    repeat(text, "||u8==1", 5000 - Parser::most_terms - 1);
    check_error(text.view(), FilterErrorCode::too_many_preds, length + 2);
}

// The worst trees: a ladder to the left, one to the right.
SPILE_TEST(filter_bounds, ladders)
{
    constexpr u32 rungs = 2000;
    Printer text;
    repeat(text, "(", rungs);
    text.text("u8==1");
    for (u32 i = 0; i < rungs; ++i)
        text.text(i % 2 ? "||u8==1)" : "&&u16==0)");
    Box<Filter> filter = make(text.view());
    ASSERT(filter);
    Entry entry;
    EXPECT(!verdict(*filter, entry));
    entry.set(u8_field, 1);
    EXPECT(verdict(*filter, entry));
    text.clear();
    for (u32 i = 0; i < rungs; ++i)
        text.text(i % 2 ? "u8==1||(" : "u16==0&&(");
    text.text("u8==1");
    repeat(text, ")", rungs);
    filter = make(text.view());
    ASSERT(filter);
    EXPECT(verdict(*filter, entry));
    entry.set(u16_field, 5);
    EXPECT(!verdict(*filter, entry));
}

SPILE_TEST(filter_bounds, text)
{
    Printer text;
    text.text("u8 == 1").fill(' ', 65536 - 7);
    EXPECT(make(text.view()));
    text.ch(' ');
    check_error(text.view(), FilterErrorCode::filter_too_long, 65536);
    text.clear();
    text.fill('!', 65536);
    check_error(text.view(), FilterErrorCode::no_filter, 65536);
    text.clear();
    text.fill('x', 65536);
    check_error(text.view(), FilterErrorCode::field_not_found, 65537);
    text.clear();
    text.text("name == '").fill('\n', 65000);
    check_error(text.view(), FilterErrorCode::missing_quote, 8);
    text.clear();
    text.fill('|', 65536);
    check_error(text.view(), FilterErrorCode::invalid_filter, 0);
}

// A text ends at its first NUL.
SPILE_TEST(filter_bounds, what_is_written)
{
    EXPECT_EQ(Filter::text_of_write("u8 == 1\n"), Text("u8 == 1"));
    EXPECT_EQ(Filter::text_of_write("  u8 == 1 \t\n\n"), Text("  u8 == 1"));
    EXPECT_EQ(Filter::text_of_write(Text("u8 == 1 \0 && x", 14)), Text("u8 == 1"));
    EXPECT_EQ(Filter::text_of_write(" \n"), Text(""));
    EXPECT(Filter::is_removal("0"));
    EXPECT(Filter::is_removal(" 0"));
    EXPECT(!Filter::is_removal("00"));
    EXPECT(!Filter::is_removal(""));
    Box<Filter> filter = make(Text("  u8  == 1\0)))", 14));
    ASSERT(filter);
    EXPECT_EQ(filter->text(), Text("  u8  == 1"));
}

// --- Memory.

// Each allocation of `make_it` fails once; then nothing is left and nothing is wrong with
// the text. Returns how many there are.
template <typename MakeIt> u32 fail_each(MakeIt make_it)
{
    for (u32 nth = 1;; ++nth) {
        usize before = fakes::live_memory();
        fakes::fail_allocation(nth);
        FilterError error;
        Errno result = make_it(error);
        bool failed = fakes::failed_allocations() != 0;
        fakes::fail_allocation(0);
        EXPECT_EQ(fakes::live_memory(), before);
        if (!failed) {
            EXPECT_EQ(result, Errno{});
            return nth - 1;
        }
        EXPECT_EQ(result, Errno::no_memory);
        EXPECT_EQ(error.code, FilterErrorCode::none);
        if (nth > 200)
            return nth;
    }
}

SPILE_TEST(filter_bounds, no_memory)
{
    if (!fakes::memory_is_fake)
        SKIP("memory of the kernel does not fail on demand");
    constexpr const char *texts[] = {
        "u8 == 1",
        "u8 == 1 && (s32 < 0 || !(name ~ '*x*')) && caller.function == vfs_read",
        "mask & CPUS{0-2} || CPU & CPUS{1,3} || text == 'a' || utext.ustring != 'b'",
        "u8==1||u8==2||u8==3||u8==4||u8==5||u8==6||u8==7||u8==8||u8==9||(u8==10&&(u8==11))",
    };
    for (const char *text : texts) {
        u32 count = fail_each([&](FilterError &error) {
            Result<Box<Filter>> made = make(text, error);
            return made.ok() ? Errno{} : made.error();
        });
        EXPECT(count > 5 && count < 200);
    }
    u32 count = fail_each([](FilterError &error) {
        Result<FunctionFilter> made = FunctionFilter::create("ip == a,b || ip != c", error);
        return made.ok() ? Errno{} : made.error();
    });
    EXPECT(count > 3 && count < 200);
}

// --- Functions to be traced.

void show_words(Text text, Printer &out)
{
    FilterError error;
    Result<FunctionFilter> made = FunctionFilter::create(text, error);
    if (!made.ok()) {
        out.text(error.text()).text(" at ").dec(error.column);
        return;
    }
    FunctionFilter filter = made.take(); // words stay where they are
    for (const FunctionFilter::Word &word : filter.words())
        out.ch(word.chosen ? '+' : '-').text(word.text).ch(' ');
}

SPILE_TEST(filter_bounds, function_event)
{
    constexpr struct {
        const char *text;
        const char *shown;
    } rows[] = {
        {"ip == vfs_read", "+vfs_read "},
        {"ip == vfs_*", "+vfs_* "},
        {"ip != *_lock", "-*_lock "},
        {"ip == sys* || ip == do_exit || ip != sys_read", "+sys* +do_exit -sys_read "},
        {"ip == 'a,b c'", "+a +b +c "},
        {"ip == \"a\" || (ip != b, c)", "+a -b -c "},
        {"ip.function == vfs_read", "+vfs_read "},
        {"ip == 12", "+12 "},
        {"ip == a && ip == b", "Meaningless filter expression at 11"},
        {"!(ip == a)", "Meaningless filter expression at 2"},
        {"parent_ip == a", "Only 'ip' field is supported for function trace at 14"},
        {"common_pid == 1", "Only 'ip' field is supported for function trace at 15"},
        {"CPU == 1", "Only 'ip' field is supported for function trace at 8"},
        {"bogus == 1", "Field not found at 6"},
        {"ip < a", "Illegal operation for field type at 6"},
        {"ip ~ a", "Illegal operation for field type at 6"},
        {"ip == ", "Invalid value (did you forget quotes)? at 7"},
        {"ip == ,", ""}, // a list of none
        {"ip == a' || ip == 'b", "Missing matching quote at 21"},
    };
    for (const auto &row : rows) {
        Printer shown;
        show_words(row.text, shown);
        if (!(shown.view() == Text(row.shown)))
            EXPECT_EQ(Text(row.text), shown.view());
    }
}

} // namespace

SPILE_SUITE(filter_bounds, parentheses, predicates, ladders, text, what_is_written, no_memory,
            function_event)

} // namespace spile
