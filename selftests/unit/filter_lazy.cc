// SPDX-License-Identifier: GPL-2.0
// What a filter asks for and what it does not: no field whose value makes no difference.
#include "filter/run.hh"

#include "selftests/unit/filter_rig.hh"

namespace spile {
namespace {

using namespace filter_test;

// --- An event of eight integers, a to h.
constexpr spile_event_field letters[] = {
    {"int", "a", 8, 4, 1, SPILE_FIELD_OTHER, 0},  {"int", "b", 12, 4, 1, SPILE_FIELD_OTHER, 0},
    {"int", "c", 16, 4, 1, SPILE_FIELD_OTHER, 0}, {"int", "d", 20, 4, 1, SPILE_FIELD_OTHER, 0},
    {"int", "e", 24, 4, 1, SPILE_FIELD_OTHER, 0}, {"int", "f", 28, 4, 1, SPILE_FIELD_OTHER, 0},
    {"int", "g", 32, 4, 1, SPILE_FIELD_OTHER, 0}, {"int", "h", 36, 4, 1, SPILE_FIELD_OTHER, 0},
};
constexpr int a = 0, b = 1, c = 2, d = 3, e = 4, f = 5, g = 6, h = 7;

// The values, a bit each, and in which order they were asked for.
struct Values {
    u32 bits;
    u64 order = 0; // four bits for each, the last one lowest; 0 is none

    bool ask(int letter)
    {
        order = order << 4 | static_cast<u32>(letter + 1);
        return bits >> letter & 1;
    }
    bool operator()(int letter) { return ask(letter); }
};

Box<Filter> make_letters(Text text)
{
    Functions names;
    FilterError error;
    Result<Box<Filter>> made =
        Filter::create(text, {Span<const spile_event_field>(letters)}, names, error);
    if (made.ok())
        return made.take();
    EXPECT_EQ(text, error.text());
    return {};
}

bool run(const Filter &filter, Values &values)
{
    const FilterStep *at = filter.start();
    while (at->ask >= 0)
        at = Filter::next(at, values.ask(at->ask));
    return at->ask == SPILE_FILTER_ACCEPT;
}

bool run_whole(const Filter &filter, u32 bits)
{
    u8 entry[40] = {};
    for (u32 i = 0; i < 8; ++i)
        entry[8 + 4 * i] = bits >> i & 1;
    return filter.matches(Span<const u8>(entry));
}

// C++ evaluates "&&" and "||" no further than it has to: so must the filter, to the letter.
struct Row {
    const char *text;
    bool (*meaning)(Values &is);
};

constexpr Row rows[] = {
    {"a == 1", [](Values &is) { return is(a); }},
    {"!(a == 1)", [](Values &is) { return !is(a); }},
    {"a == 1 && b == 1 && c == 1 && d == 1 && e == 1 && f == 1 && g == 1 && h == 1",
     [](Values &is) { return is(a) && is(b) && is(c) && is(d) && is(e) && is(f) && is(g) && is(h); }},
    {"a == 1 || b == 1 || c == 1 || d == 1 || e == 1 || f == 1 || g == 1 || h == 1",
     [](Values &is) { return is(a) || is(b) || is(c) || is(d) || is(e) || is(f) || is(g) || is(h); }},
    {"(a == 1 || b == 1) && (c == 1 || d == 1) && (e == 1 || f == 1) && (g == 1 || h == 1)",
     [](Values &is) {
         return (is(a) || is(b)) && (is(c) || is(d)) && (is(e) || is(f)) && (is(g) || is(h));
     }},
    {"a == 1 && b == 1 || c == 1 && d == 1 || e == 1 && f == 1 || g == 1 && h == 1",
     [](Values &is) {
         return (is(a) && is(b)) || (is(c) && is(d)) || (is(e) && is(f)) || (is(g) && is(h));
     }},
    {"(a == 1 && b == 1) && (c == 1 && d == 1) && (e == 1 && f == 1) || (g == 1 && h == 1)",
     [](Values &is) {
         return ((is(a) && is(b)) && (is(c) && is(d)) && (is(e) && is(f))) || (is(g) && is(h));
     }},
    {"((a == 1 || b == 1) || (c == 1 || d == 1) || (e == 1 || f == 1)) && (g == 1 || h == 1)",
     [](Values &is) {
         return ((is(a) || is(b)) || (is(c) || is(d)) || (is(e) || is(f))) && (is(g) || is(h));
     }},
    {"(((((((a == 1 && b == 1) || c == 1) && d == 1) || e == 1) && f == 1) || g == 1) && h == 1)",
     [](Values &is) {
         return (((((((is(a) && is(b)) || is(c)) && is(d)) || is(e)) && is(f)) || is(g)) && is(h));
     }},
    {"(((((((a == 1 || b == 1) && c == 1) || d == 1) && e == 1) || f == 1) && g == 1) || h == 1)",
     [](Values &is) {
         return (((((((is(a) || is(b)) && is(c)) || is(d)) && is(e)) || is(f)) && is(g)) || is(h));
     }},
    {"a == 1 && (b == 1 || (c == 1 && (d == 1 || (e == 1 && (f == 1 || (g == 1 && h == 1))))))",
     [](Values &is) {
         return is(a) && (is(b) || (is(c) && (is(d) || (is(e) && (is(f) || (is(g) && is(h)))))));
     }},
    {"!(a == 1 && !(b == 1 || c == 1)) && !!(d == 1 || !(e == 1 && f == 1)) || !(!(g == 1) || h == 1)",
     [](Values &is) {
         return (!(is(a) && !(is(b) || is(c))) && !!(is(d) || !(is(e) && is(f)))) ||
                !(!is(g) || is(h));
     }},
    {"h == 1 && a == 1 || !g == 1 && b == 1 || !(f == 1 || c == 1) && e == 1 && d == 1",
     [](Values &is) {
         return (is(h) && is(a)) || (!is(g) && is(b)) || (!(is(f) || is(c)) && is(e) && is(d));
     }},
    {"!!!(a == 1 || b == 1) || !!(!(c == 1) && !d == 1)",
     [](Values &is) { return !(is(a) || is(b)) || (!is(c) && !is(d)); }},
};

SPILE_TEST(filter_lazy, asks_as_c_does)
{
    for (const Row &row : rows) {
        Box<Filter> filter = make_letters(row.text);
        ASSERT(filter);
        for (u32 bits = 0; bits < 256; ++bits) {
            Values meant{bits}, seen{bits};
            bool expected = row.meaning(meant);
            bool passed = run(*filter, seen);
            bool whole = run_whole(*filter, bits);
            if (passed != expected || whole != expected || seen.order != meant.order) {
                note_row(row.text);
                EXPECT_EQ(bits, 256);
                EXPECT_EQ(passed, expected);
                EXPECT_EQ(whole, expected);
                EXPECT_EQ(seen.order, meant.order);
                return;
            }
        }
    }
}

// --- One value is asked for once, however many predicates in a row are about it.

struct AskRow {
    const char *text;
    u32 bits;      // of the values
    u64 order;     // what is asked
    bool passes;
};

SPILE_TEST(filter_lazy, asks_once)
{
    constexpr AskRow cases[] = {
        {"a == 1 || a == 2 || a == 3", 0, 0x1, false},
        {"a > -5 && a < 5", 1, 0x1, true},
        {"a == 0 || b == 0 || b == 1", 0x3, 0x12, true},
        {"a == 5 || b == 5 || a == 0", 0, 0x121, true}, // b came between
        {"(a == 1 || b == 1) && b == 0", 0x1, 0x12, true}, // not at hand on each way
        {"a == 0 && a == 0 || a == 1", 0x1, 0x1, true},
    };
    for (const AskRow &one : cases) {
        Box<Filter> filter = make_letters(one.text);
        ASSERT(filter);
        Values values{one.bits};
        bool passed = run(*filter, values);
        if (values.order != one.order || passed != one.passes) {
            note_row(one.text);
            EXPECT_EQ(values.order, one.order);
            EXPECT_EQ(passed, one.passes);
        }
        EXPECT_EQ(run_whole(*filter, one.bits), one.passes);
    }
}

// --- What is known before any event is never asked.

struct FoldRow {
    const char *text;
    u32 steps; // verdicts not counted
    int first; // what the first step asks for
};

SPILE_TEST(filter_lazy, folds_constants)
{
    constexpr FoldRow folded[] = {
        {"u8 >= 0", 0, SPILE_FILTER_ACCEPT},
        {"u8 < 0", 0, SPILE_FILTER_REJECT},
        {"u8 <= 255", 0, SPILE_FILTER_ACCEPT},
        {"s8 > 127", 0, SPILE_FILTER_REJECT},
        {"s64 >= -9223372036854775808", 0, SPILE_FILTER_ACCEPT},
        {"!(u8 >= 0)", 0, SPILE_FILTER_REJECT},
        {"u8 & 0", 0, SPILE_FILTER_REJECT},
        {"bytes16 == 0", 0, SPILE_FILTER_REJECT},
        {"u8 < 0 || u32 == 1", 1, u32_field},
        {"u8 >= 0 && u32 == 1", 1, u32_field},
        {"u8 >= 0 || u32 == 1", 0, SPILE_FILTER_ACCEPT},
        {"u8 < 0 && u32 == 1", 0, SPILE_FILTER_REJECT},
        {"u32 == 1 && u8 < 0", 0, SPILE_FILTER_REJECT}, // whatever u32 is
        {"u32 == 1 || u8 >= 0", 0, SPILE_FILTER_ACCEPT},
        {"u32 == 1 && u8 < 0 || u64 == 3", 1, u64_field},
        {"u32 == 1 && (u8 >= 0 || u64 == 3)", 1, u32_field},
        {"u32 == 1 && !(u8 < 0 && u64 == 3) && s32 == 2", 2, u32_field},
        {"target_cpu == CPUS{0-1}", 0, SPILE_FILTER_REJECT},
        {"CPU & 1", 0, SPILE_FILTER_REJECT},
        {"path == 'x' && u8 < 0", 0, SPILE_FILTER_REJECT},
    };
    for (const FoldRow &row : folded) {
        Box<Filter> filter = make(row.text);
        ASSERT(filter);
        int first = filter->start()->ask;
        if (first != row.first || filter->steps().size() != row.steps + 2) {
            note_row(row.text);
            EXPECT_EQ(filter->steps().size(), row.steps + 2);
            EXPECT_EQ(first, row.first);
        }
        if (!row.steps)
            EXPECT(!filter->needs_entry());
        verdict(*filter, Entry()); // both evaluators agree
    }
}

// --- Filters that have code of their own.

SPILE_TEST(filter_lazy, shapes)
{
    constexpr struct {
        const char *text;
        FilterShape shape;
    } shapes[] = {
        {"u32 == 1", FilterShape::one},
        {"!(u32 == 1)", FilterShape::one},
        {"u32 != 1", FilterShape::one},
        {"caller.function == vfs_read", FilterShape::one},
        {"u32 == 1 || u8 < 0", FilterShape::one},
        {"u32 == 1 && s64 > -3", FilterShape::both},
        {"!(u32 == 1 || s64 > -3)", FilterShape::both},
        {"!(u32 == 1) && !(s64 > -3)", FilterShape::both},
        {"u32 > 1 && u32 < 5", FilterShape::both},
        {"u32 == 1 || s64 > -3", FilterShape::either},
        {"!(u32 == 1 && s64 > -3)", FilterShape::either},
        {"u32 == 1 || u32 == 2", FilterShape::either},
        {"u32 & 1", FilterShape::any},
        {"CPU == 1", FilterShape::any},
        {"u32 == 1 && name == 'x'", FilterShape::any},
        {"u32 == 1 && CPU == 1", FilterShape::any},
        {"u32 == 1 && s64 > -3 && u8 == 1", FilterShape::any},
        {"u8 >= 0", FilterShape::any},
    };
    for (const auto &row : shapes) {
        Box<Filter> filter = make(row.text);
        ASSERT(filter);
        if (filter->shape() != row.shape) {
            note_row(row.text);
            EXPECT_EQ(filter->shape(), row.shape);
        }
        for (u64 bits = 0; bits < 64; ++bits) {
            Entry entry;
            entry.set(u32_field, bits & 7);
            entry.set(s64_field, bits & 8 ? u64{0} : ~u64{6});
            entry.set(u8_field, bits >> 4 & 1);
            entry.set(caller_field, bits & 32 ? 0xffffffff81000110 : 5);
            verdict(*filter, entry);
        }
    }
}

// --- The entry is asked for when a string in it matters, and not before.

SPILE_TEST(filter_lazy, entry_last)
{
    Entry entry;
    entry.set(u8_field, 1);
    entry.set_static(name_field, "bash");
    struct Case {
        const char *text;
        bool needs_entry;
        int asked[3]; // ends with u8_field's opposite, -1
        bool passes;
    };
    constexpr Case cases[] = {
        {"u8 == 2 && name == 'bash'", true, {u8_field, -1, -1}, false},
        {"u8 == 1 && name == 'bash'", true, {u8_field, SPILE_FILTER_ENTRY, -1}, true},
        {"u8 == 1 || name == 'bash'", true, {u8_field, -1, -1}, true},
        {"u8 == 2 || name == 'bash'", true, {u8_field, SPILE_FILTER_ENTRY, -1}, true},
        {"name == 'bash' && u8 == 2", true, {SPILE_FILTER_ENTRY, -1, -1}, false},
        {"name == 'bash' && u8 == 1", true, {SPILE_FILTER_ENTRY, -1, -1}, true},
        {"u8 == 1 && name == 'bash' && u8 == 1 && u16 == 0", true,
         {u8_field, SPILE_FILTER_ENTRY, -1}, true},
        {"COMM == 'task' && u8 == 1", false, {u8_field, -1, -1}, true},
        {"COMM != 'task' && u8 == 1", false, {-1, -1, -1}, false},
        {"u8 == 1 && COMM == 'task' && u8 != 3", false, {u8_field, -1, -1}, true},
        {"bytes4 == 0", true, {SPILE_FILTER_ENTRY, -1, -1}, true},
        {"pair == 0", true, {SPILE_FILTER_ENTRY, -1, -1}, true},
        {"ints == 1", true, {SPILE_FILTER_ENTRY, -1, -1}, false},
        {"pointer == 0", false, {pointer_field, -1, -1}, true},
        {"mask & CPUS{0}", true, {SPILE_FILTER_ENTRY, -1, -1}, false},
        {"common_pid == 1234 && CPU == 0", false,
         {SPILE_FILTER_COMMON_PID, SPILE_FILTER_CPU, -1}, true},
        {"common_type == 7 && common_flags == 1 && common_preempt_count == 2", false,
         {SPILE_FILTER_COMMON_TYPE, SPILE_FILTER_COMMON_FLAGS, SPILE_FILTER_COMMON_PREEMPT_COUNT},
         true},
    };
    fakes::reset();
    for (const Case &one : cases) {
        Box<Filter> filter = make(one.text);
        ASSERT(filter);
        EXPECT_EQ(filter->needs_entry(), one.needs_entry);
        u32 count = 0;
        bool as_expected = true;
        bool passed = run_lazily(*filter, entry, [&](int ask) {
            as_expected &= count < 3 && one.asked[count] == ask;
            ++count;
        });
        as_expected &= count == 3 || one.asked[count] == -1;
        if (!as_expected || passed != one.passes) {
            note_row(one.text);
            EXPECT(as_expected);
            EXPECT_EQ(passed, one.passes);
        }
        EXPECT_EQ(filter->matches(entry.bytes()), one.passes);
    }
}

// Strings whose source a probe can name need no entry; it is still one over an entry.
SPILE_TEST(filter_lazy, sources_of_strings)
{
    FilterTarget target{fields(), false, 4};
    target.strings = u64{1} << path_field | u64{1} << name_field;
    Functions names;
    constexpr struct {
        const char *text;
        int field;
        const char *source;
        bool passes;
    } rows[] = {
        {"path == '/etc/passwd'", path_field, "/etc/passwd", true},
        {"path != '/etc/passwd'", path_field, "/etc/passwd", false},
        {"path ~ '*wd' && path ~ '/e*'", path_field, "/etc/passwd", true},
        {"path == '/etc' || path ~ '*[a-z]'", path_field, "/etc/passwd", true},
        {"path == '/etc/passw'", path_field, "/etc/passwd", false},
        {"path == ''", path_field, "", true},
        {"path == '(null)'", path_field, nullptr, true},
        {"path ~ '(n*'", path_field, nullptr, true},
        {"name == '0123456789abcdef'", name_field, "0123456789abcdefgh", true}, // 16 bytes of it
        {"name ~ '*ef'", name_field, "0123456789abcdefgh", true},
        {"name ~ '*gh'", name_field, "0123456789abcdefgh", false},
    };
    for (const auto &row : rows) {
        FilterError error;
        Result<Box<Filter>> made = Filter::create(row.text, target, names, error);
        ASSERT(made.ok());
        const Filter &filter = *made.value();
        EXPECT(!filter.needs_entry());
        ASSERT_EQ(filter.start()->ask, row.field);
        u64 value = reinterpret_cast<uptr>(row.source);
        const FilterStep *verdict = Filter::next(filter.start(), value);
        EXPECT_EQ(verdict->ask, row.passes ? SPILE_FILTER_ACCEPT : SPILE_FILTER_REJECT);
        Entry entry;
        if (row.field == path_field)
            entry.set_dynamic(path_field, row.source ? row.source : "(null)");
        else
            entry.set_static(name_field, row.source);
        if (filter.matches(entry.bytes()) != row.passes)
            note_row(row.text);
    }
    // What a probe cannot say, it is not asked for.
    target.values = ~(u64{1} << u8_field);
    FilterError error;
    Result<Box<Filter>> made = Filter::create("u16 == 0 && u8 == 0", target, names, error);
    ASSERT(made.ok());
    EXPECT_EQ(Filter::next(made.value()->start(), 0)->ask, SPILE_FILTER_ENTRY);
}

// Values of a probe may be extended with either sign: bits above the width do not matter.
SPILE_TEST(filter_lazy, upper_bits_of_values)
{
    constexpr const char *passing[] = {"s32 == -1", "s32 < 0",     "s32 > -2",        "u32 == 0xffffffff",
                                       "u8 == 255", "s8 <= -1",    "u16 & 0x8000",    "s16 != 0",
                                       "u8 != CPUS{0}", "CPU == -1"};
    for (const char *text : passing) {
        Box<Filter> filter = make(text);
        ASSERT(filter);
        constexpr u64 extended[] = {~u64{0}, 0xffffffff};
        for (u64 value : extended) {
            ASSERT(filter->start()->ask >= 0);
            EXPECT_EQ(Filter::next(filter->start(), value)->ask, SPILE_FILTER_ACCEPT);
        }
    }
}

} // namespace

SPILE_SUITE(filter_lazy, asks_as_c_does, asks_once, folds_constants, shapes, entry_last,
            sources_of_strings, upper_bits_of_values)

} // namespace spile
