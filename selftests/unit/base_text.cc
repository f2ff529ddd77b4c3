// SPDX-License-Identifier: GPL-2.0
// Texts, patterns, numbers in and out.
#include "base/glob.hh"

#include "base/print.hh"
#include "base/scan.hh"
#include "selftests/fakes/fakes.hh"
#include "selftests/unit/test.hh"

namespace spile {
namespace {

// --- Globs. Text stands before matches: a table that reads as what a user sees.

struct GlobRow {
    const char *pattern;
    const char *name;
    bool matches;
};

constexpr GlobRow glob_rows[] = {
    // exact
    {"abc", "abc", true},
    {"abc", "abcd", false},
    {"abc", "ab", false},
    {"", "", true},
    {"", "a", false},
    {"fn.isra.0", "fn.isra.0", true},
    {"fn.isra.0", "fnXisraX0", false},
    // one star
    {"*", "", true},
    {"*", "anything", true},
    {"a*", "a", true},
    {"a*", "abc", true},
    {"a*", "ba", false},
    {"*c", "c", true},
    {"*c", "abc", true},
    {"*c", "cb", false},
    {"*b*", "abc", true},
    {"*b*", "b", true},
    {"*b*", "acd", false},
    {"a*c", "ac", true},
    {"a*c", "abbc", true},
    {"a*c", "abcb", false},
    {"a*a", "a", false}, // two different a
    // more stars
    {"**", "", true},
    {"a**c", "abc", true},
    {"*a*b*c*", "xxaxxbxxcxx", true},
    {"*a*b*c*", "xxaxxcxxbxx", false},
    {"a*bc*d", "abxbcxxd", true},
    {"a*bc*d", "abxbxcxd", false},
    // one character
    {"?", "a", true},
    {"?", "", false},
    {"?", "ab", false},
    {"a?c", "abc", true},
    {"a?c", "ac", false},
    {"*?", "a", true},
    {"*?", "", false},
    {"??*", "ab", true},
    {"??*", "a", false},
    // classes
    {"[abc]", "b", true},
    {"[abc]", "d", false},
    {"[a-c]x", "bx", true},
    {"[a-c]x", "dx", false},
    {"[!a-c]", "d", true},
    {"[!a-c]", "b", false},
    {"[!a-z]*", "_vfs", true},
    {"[!a-z]*", "vfs", false},
    {"[a-cx-z]", "y", true},
    {"[a-cx-z]", "m", false},
    {"[]]", "]", true},
    {"[]]", "a", false},
    {"[!]]", "a", true},
    {"[!]]", "]", false},
    {"[]-a]", "_", true}, // ']' to 'a'
    {"[a-]", "-", true},
    {"[a-]", "a", true},
    {"[a-]", "b", false},
    {"[-a]", "-", true},
    {"[z-a]", "m", false}, // an empty range
    {"[*]", "*", true},
    {"[*]", "a", false},
    {"[?]x", "?x", true},
    {"x[0-9]*y", "x1abcy", true},
    {"x[0-9]*y", "xaabcy", false},
    {"*[0-9]", "sys3", true},
    {"*[0-9]", "sys3a", false},
    // a class that is not closed is no class
    {"[abc", "[abc", true},
    {"[abc", "a", false},
    {"[", "[", true},
    {"[!", "[!", true},
    {"[a-", "[a-", true},
    {"*[", "a[", true},
    // escapes
    {"\\*", "*", true},
    {"\\*", "a", false},
    {"a\\?c", "a?c", true},
    {"a\\?c", "abc", false},
    {"\\[a]", "[a]", true},
    {"\\[a]", "a", false},
    {"\\\\", "\\", true},
    {"\\a", "a", true},
    {"a\\", "a\\", true},
    {"*\\**", "a*b", true},
    {"*\\**", "ab", false},
};

SPILE_TEST(base_text, glob_table)
{
    for (const GlobRow &row : glob_rows) {
        bool full = glob_match(row.pattern, row.name);
        bool classified = Glob::parse(row.pattern).matches(row.name);
        if (full != row.matches || classified != row.matches) {
            EXPECT_EQ(Text(row.pattern), Text(row.name)); // shows both
            EXPECT_EQ(full, row.matches);
            EXPECT_EQ(classified, row.matches);
        }
    }
}

SPILE_TEST(base_text, glob_kinds)
{
    struct Row {
        const char *pattern;
        GlobKind kind;
        const char *text;
    };
    constexpr Row rows[] = {
        {"abc", GlobKind::exact, "abc"},   {"", GlobKind::exact, ""},
        {"abc*", GlobKind::prefix, "abc"}, {"*abc", GlobKind::suffix, "abc"},
        {"*abc*", GlobKind::middle, "abc"}, {"*", GlobKind::suffix, ""},
        {"**", GlobKind::middle, ""},      {"a*c", GlobKind::full, "a*c"},
        {"a?c", GlobKind::full, "a?c"},    {"[a]", GlobKind::full, "[a]"},
        {"*a*c", GlobKind::full, "*a*c"},  {"a\\*", GlobKind::full, "a\\*"},
        {"***", GlobKind::full, "***"},
    };
    for (const Row &row : rows) {
        Glob glob = Glob::parse(row.pattern);
        EXPECT_EQ(glob.kind, row.kind);
        EXPECT_EQ(glob.text, Text(row.text));
    }
}

// Backtracking is bounded: each of these would take a naive matcher ages.
SPILE_TEST(base_text, glob_pathological)
{
    Printer name, pattern;
    for (u32 i = 0; i < 300; ++i)
        name.ch('a');
    for (u32 i = 0; i < 100; ++i)
        pattern.text("*a");
    EXPECT(glob_match(pattern.view(), name.view()));
    pattern.text("*b");
    EXPECT(!glob_match(pattern.view(), name.view()));
    pattern.clear();
    for (u32 i = 0; i < 100; ++i)
        pattern.text("*[a-z]?");
    EXPECT(glob_match(pattern.view(), name.view()));
    pattern.ch('b');
    EXPECT(!glob_match(pattern.view(), name.view()));
    // Classes that are never closed.
    pattern.clear();
    for (u32 i = 0; i < 300; ++i)
        pattern.text("*[");
    EXPECT(!glob_match(pattern.view(), name.view()));
}

SPILE_TEST(base_text, glob_takes_any_bytes)
{
    u64 seed = 1;
    for (u32 round = 0; round < 3000; ++round) {
        char pattern[12], name[12];
        for (u32 i = 0; i < 12; ++i) {
            seed = seed * 6364136223846793005ull + 1442695040888963407ull;
            pattern[i] = "*?[]!-\\ab\0\377x"[seed >> 33 & 11];
            name[i] = "ab-]\0\377"[(seed >> 45) % 6];
        }
        Text p(pattern, seed >> 50 & 7), n(name, seed >> 55 & 7);
        EXPECT_EQ(Glob::parse(p).matches(n), glob_match(p, n));
        EXPECT(glob_match("*", n));
    }
}

// --- Text

SPILE_TEST(base_text, parts)
{
    Text text("hello world");
    EXPECT_EQ(text.from(6), Text("world"));
    EXPECT(text.from(11).empty() && text.from(100).empty());
    EXPECT_EQ(text.first(5), Text("hello"));
    EXPECT_EQ(text.first(100), text);
    EXPECT(text.starts_with("hell") && text.starts_with("") && !text.starts_with("ello"));
    EXPECT(!Text("a").starts_with("ab"));
    EXPECT(text.ends_with("world") && text.ends_with("") && !Text("d").ends_with("ld"));
    EXPECT_EQ(text.find('o'), 4u);
    EXPECT_EQ(text.find('z'), usize{Text::npos});
    EXPECT_EQ(text.find(Text("wor")), 6u);
    EXPECT_EQ(text.find(Text("")), 0u);
    EXPECT_EQ(Text().find(Text("")), 0u);
    EXPECT_EQ(Text("ab").find(Text("abc")), usize{Text::npos});
    EXPECT_EQ(Text(" \t a b\r\n").trimmed(), Text("a b"));
    EXPECT(Text(" \n").trimmed().empty());
    EXPECT(!(Text("a") == Text("b")) && !(Text("a") == Text("ab")) && Text() == Text(""));
}

SPILE_TEST(base_text, next_words)
{
    Text rest("  one\ttwo\n\nthree  ");
    EXPECT_EQ(next_word(rest), Text("one"));
    EXPECT_EQ(next_word(rest), Text("two"));
    EXPECT_EQ(next_word(rest), Text("three"));
    EXPECT(next_word(rest).empty());
    EXPECT(next_word(rest).empty());
    rest = Text("a\0\0b c", 6); // a NUL ends a word, too, as in the kernel's trace parser
    EXPECT_EQ(next_word(rest), Text("a"));
    EXPECT_EQ(next_word(rest), Text("b"));
    EXPECT_EQ(next_word(rest), Text("c"));
}

// --- Numbers

struct NumberRow {
    const char *text;
    Errno error;
    u64 value;
};

SPILE_TEST(base_text, scan_unsigned)
{
    constexpr NumberRow rows[] = {
        {"0", Errno{}, 0},
        {"7", Errno{}, 7},
        {"+7", Errno{}, 7},
        {"7\n", Errno{}, 7},
        {"0x1F", Errno{}, 31},
        {"0Xff", Errno{}, 255},
        {"017", Errno{}, 15},
        {"18446744073709551615", Errno{}, ~u64{0}},
        {"0xffffffffffffffff", Errno{}, ~u64{0}},
        {"000000000000000000000000000001", Errno{}, 1},
        {"18446744073709551616", Errno::range, 0},
        {"1180591620717411303424", Errno::range, 0}, // 2^70
        {"0x10000000000000000", Errno::range, 0},
        {"99999999999999999999999999999999999999999999", Errno::range, 0},
        {"", Errno::invalid, 0},
        {"\n", Errno::invalid, 0},
        {"+", Errno::invalid, 0},
        {"-1", Errno::invalid, 0},
        {"+-1", Errno::invalid, 0},
        {"++1", Errno::invalid, 0},
        {" 1", Errno::invalid, 0},
        {"1 ", Errno::invalid, 0},
        {"1\n\n", Errno::invalid, 0},
        {"1a", Errno::invalid, 0},
        {"08", Errno::invalid, 0},
        {"0x", Errno::invalid, 0},
        {"0xg", Errno::invalid, 0},
        {"x1", Errno::invalid, 0},
        {"1.0", Errno::invalid, 0},
    };
    for (const NumberRow &row : rows) {
        Result<u64> got = scan_u64(row.text);
        if (got.error() != row.error || (got && got.value() != row.value)) {
            EXPECT_EQ(Text(row.text), Text("as it should be"));
            EXPECT_EQ(got.error(), row.error);
        }
    }
    EXPECT_EQ(scan_u64("ff", 16).value(), 255u);
    EXPECT_EQ(scan_u64("0xff", 16).value(), 255u);
    EXPECT_EQ(scan_u64("017", 10).value(), 17u);
    EXPECT_EQ(scan_u64("12", 2).error(), Errno::invalid);
    EXPECT_EQ(scan_u64(Text("1\0", 2)).error(), Errno::invalid);
}

SPILE_TEST(base_text, scan_signed)
{
    constexpr NumberRow rows[] = {
        {"-1", Errno{}, ~u64{0}},
        {"-0", Errno{}, 0},
        {"12", Errno{}, 12},
        {"-0x10", Errno{}, 0 - u64{16}},
        {"9223372036854775807", Errno{}, ~u64{0} >> 1},
        {"-9223372036854775808\n", Errno{}, u64{1} << 63},
        {"9223372036854775808", Errno::range, 0},
        {"-9223372036854775809", Errno::range, 0},
        {"-18446744073709551616", Errno::range, 0},
        {"--1", Errno::invalid, 0},
        {"-+1", Errno::invalid, 0},
        {"-", Errno::invalid, 0},
        {"", Errno::invalid, 0},
    };
    for (const NumberRow &row : rows) {
        Result<i64> got = scan_i64(row.text);
        if (got.error() != row.error || (got && static_cast<u64>(got.value()) != row.value)) {
            EXPECT_EQ(Text(row.text), Text("as it should be"));
            EXPECT_EQ(got.error(), row.error);
        }
    }
}

SPILE_TEST(base_text, scan_bools)
{
    for (Text on : (Text[]){"1", "y", "Y", "yes", "t", "true", "on", "On", "oN\n"})
        EXPECT(scan_bool(on).ok() && scan_bool(on).value());
    for (Text off : (Text[]){"0", "n", "N", "f", "false", "off", "OFF", "0\n"})
        EXPECT(scan_bool(off).ok() && !scan_bool(off).value());
    for (Text bad : (Text[]){"", "2", "o", "x", "-1", "\n"})
        EXPECT_EQ(scan_bool(bad).error(), Errno::invalid);
}

SPILE_TEST(base_text, print)
{
    Printer out;
    out.text("a").ch('b').dec(0).ch(' ').dec(~u64{0}).ch(' ').dec(42, 5).ch(' ').dec(42, 5, '0');
    EXPECT_EQ(out.view(), Text("ab0 18446744073709551615    42 00042"));
    out.clear();
    out.sdec(-1).ch(' ').sdec(0).ch(' ').sdec(static_cast<i64>(u64{1} << 63)).ch(' ');
    out.sdec(-42, 5).ch(' ').sdec(42, 1);
    EXPECT_EQ(out.view(), Text("-1 0 -9223372036854775808   -42 42"));
    out.clear();
    out.hex(0).ch(' ').hex(0xbeef).ch(' ').hex(0xbeef, 8).ch(' ').hex(0x1f, 4, ' ');
    EXPECT_EQ(out.view(), Text("0 beef 0000beef   1f"));
    out.clear();
    out.left("ab", 4).ch('|').right("ab", 4).ch('|').left("abcdef", 4).ch('|').right("abcdef", 2);
    EXPECT_EQ(out.view(), Text("ab  |  ab|abcdef|abcdef"));
    out.fill('x', 0).fill('y', 3);
    EXPECT(out.view().ends_with("abcdefyyy"));
    EXPECT(out.status());
}

// What there was no memory for is missing as a whole, and is told once.
SPILE_TEST(base_text, print_replaces)
{
    Printer out;
    out.text("one two three").replace(4, 3, "2");
    EXPECT_EQ(out.view(), Text("one 2 three"));
    out.replace(4, 1, "two or more");
    EXPECT_EQ(out.view(), Text("one two or more three"));
    out.replace(0, 4, "").replace(out.size(), 0, "!");
    EXPECT_EQ(out.view(), Text("two or more three!"));
    out.replace(0, out.size(), "");
    EXPECT_EQ(out.view(), Text(""));
    if (!fakes::memory_is_fake)
        return;
    out.text("abc");
    fakes::fail_allocation(1, true);
    out.replace(0, 1, "much longer than before");
    EXPECT(out.failed());
    EXPECT_EQ(out.view(), Text("abc"));
    fakes::fail_allocation(0);
}

SPILE_TEST(base_text, print_without_memory)
{
    if (!fakes::memory_is_fake)
        SKIP("the kernel's allocations cannot be made to fail");
    usize before = fakes::live_memory();
    {
        Printer out;
        out.text("1234567");
        fakes::fail_allocation(1);
        out.text("89");
        fakes::fail_allocation(0);
        EXPECT(out.failed());
        out.text("x").dec(5);
        EXPECT_EQ(out.view(), Text("1234567"));
        EXPECT_EQ(out.status().error(), Errno::no_memory);
        out.clear();
        out.text("again");
        EXPECT(!out.failed());
        EXPECT_EQ(out.view(), Text("again"));
    }
    EXPECT_EQ(fakes::live_memory(), before);
}

SPILE_SUITE(base_text, glob_table, glob_kinds, glob_pathological, glob_takes_any_bytes, parts,
            next_words, scan_unsigned, scan_signed, scan_bools, print, print_replaces, print_without_memory)

} // namespace
} // namespace spile
