// SPDX-License-Identifier: GPL-2.0
// What is wrong with a filter, and the column of it: as the kernel has them, where it
// has a reason at all.
#include "filter/error.hh"

#include "selftests/unit/filter_rig.hh"

namespace spile {
namespace {

using namespace filter_test;
using Code = FilterErrorCode;

struct ErrorRow {
    const char *text;
    Code code;
    u32 column;
};

template <usize N> void check_errors(const ErrorRow (&rows)[N])
{
    for (const ErrorRow &row : rows) {
        FilterError error;
        Result<Box<Filter>> made = make(Text(row.text), error);
        bool as_expected = !made.ok() && made.error() == Errno::invalid &&
                           error.code == row.code && error.column == row.column;
        if (!as_expected) {
            note_row(row.text);
            EXPECT(!made.ok());
            EXPECT_EQ(error.code, row.code);
            EXPECT_EQ(error.column, row.column);
        }
    }
}

SPILE_TEST(filter_errors, balance)
{
    constexpr ErrorRow rows[] = {
        {"(u8 == 1", Code::too_many_open, 0},
        {"u8 == 1 && (u8 == 2", Code::too_many_open, 11},
        {"((u8 == 1)", Code::too_many_open, 0},
        {"(u8 == 1) && ((u8 == 2)", Code::too_many_open, 13},
        {"(u8 == 1 && (u8 == 2 && (u8 == 3", Code::too_many_open, 24},
        {"(name == '(' && (u8 == 1", Code::too_many_open, 16},
        {"u8 == 1)", Code::too_many_close, 7},
        {"(u8 == 1)) && (u8 == 2", Code::too_many_close, 9},
        {")(", Code::too_many_close, 0},
        {"name == \"bash", Code::missing_quote, 8},
        {"name == 'bash\"", Code::missing_quote, 8},
        {"name == 'a' || name == 'b", Code::missing_quote, 23},
        {"(name == 'bash)", Code::missing_quote, 9},
        {"bogus == 1)", Code::too_many_close, 10}, // before the field is looked up
    };
    check_errors(rows);
}

SPILE_TEST(filter_errors, predicates)
{
    constexpr ErrorRow rows[] = {
        {"bogus == 1", Code::field_not_found, 6},
        {"u8 == 1 && bogus == 1", Code::field_not_found, 17},
        {"bogus", Code::field_not_found, 6},
        {"u8.x == 1", Code::invalid_op, 3},
        {"u8 1", Code::invalid_op, 4},
        {"u8 = 1", Code::invalid_op, 4},
        {"u8", Code::invalid_op, 3},
        {"u8 => 1", Code::invalid_op, 4},
        {"u8.ustringx == 1", Code::invalid_op, 11},
        {"u8 == ", Code::invalid_value, 7},
        {"u8 == bash", Code::invalid_value, 7},
        {"name == bash", Code::invalid_value, 9},
        {"u8 === 1", Code::invalid_value, 6},
        {"u8 && 1", Code::invalid_value, 5},
        {"u8 == \"1\"", Code::expect_digit, 7},
        {"mask == '1'", Code::expect_digit, 9},
        {"CPU == 'x'", Code::expect_digit, 8},
        {"name == 1", Code::expect_string, 9},
        {"COMM == 1", Code::expect_string, 9},
        {"path == -1", Code::expect_string, 9},
        {"text == 0x1000", Code::expect_string, 9},
        {"name < 'bash'", Code::illegal_field_op, 8},
        {"name & 'bash'", Code::illegal_field_op, 8},
        {"u8 < 'bash'", Code::illegal_field_op, 6}, // the operator comes first
        {"u8 ~ 1", Code::illegal_field_op, 6},
        {"name ~ 1", Code::expect_string, 8},
        {"u8 == 1x", Code::illegal_intval, 7},
        {"u8 == -1", Code::illegal_intval, 7},
        {"u8 == 0x", Code::illegal_intval, 7},
        {"u8 == 08", Code::illegal_intval, 7},
        {"s8 == -", Code::illegal_intval, 7},
        {"s8 == --1", Code::illegal_intval, 7},
        {"u64 == 18446744073709551616", Code::illegal_intval, 8},
        {"s64 == 9223372036854775808", Code::illegal_intval, 8},
        {"s64 == -9223372036854775809", Code::illegal_intval, 8},
        {"u64 == 0xffffffffffffffffffffff", Code::operand_too_long, 32},
        {"u64 == 000000000000000000000001", Code::operand_too_long, 32},
    };
    check_errors(rows);
    EXPECT(make("u64 == 00000000000000000000001")); // 23 digits
}

SPILE_TEST(filter_errors, strings_too_long)
{
    Printer text;
    text.text("name == '").fill('x', 255).ch('\'');
    EXPECT(make(text.view()));
    text.clear();
    text.text("name == '").fill('x', 256).ch('\'');
    FilterError error;
    EXPECT(!make(text.view(), error).ok());
    EXPECT_EQ(error.code, Code::operand_too_long);
    EXPECT_EQ(error.column, 9 + 256 + 1);
}

SPILE_TEST(filter_errors, logic)
{
    constexpr ErrorRow rows[] = {
        {"u8 == 1 u8 == 2", Code::too_many_preds, 8},
        {"u8 == 1 & u8 == 2", Code::too_many_preds, 8},
        {"u8 == 1 | u8 == 2", Code::too_many_preds, 8},
        {"u8 == 1 !", Code::too_many_preds, 8},
        {"(u8 == 1) (u8 == 2)", Code::too_many_preds, 10},
        {"u8 == 1, u8 == 2", Code::too_many_preds, 7},
        {"u8 == 1 &&", Code::invalid_filter, 10},
        {"u8 == 1 ||", Code::invalid_filter, 10},
        {"u8 == 1 && ", Code::invalid_filter, 11},
        {"u8 == 1 && !", Code::invalid_filter, 12},
        {"!(u8 == 1 || u8 == 2) || !! ", Code::invalid_filter, 28},
        {"!", Code::no_filter, 1},
        {"!! ", Code::no_filter, 3},
        // The kernel gives no reason for these.
        {"", Code::no_filter, 0},
        {"  ", Code::no_filter, 2},
        {"||", Code::invalid_filter, 0},
        {"()", Code::invalid_filter, 1},
        {"u8 == 1 && && u8 == 2", Code::invalid_filter, 11},
        {"u8 == 1 && ()", Code::invalid_filter, 12},
        {"== 1", Code::invalid_filter, 0},
        {"!= 1", Code::invalid_filter, 0},
        {"u8 == 1 || ~ 2", Code::invalid_filter, 11},
    };
    check_errors(rows);
}

SPILE_TEST(filter_errors, cpus)
{
    constexpr ErrorRow rows[] = {
        {"target_cpu & CPUS", Code::missing_brace_open, 19},
        {"target_cpu & CPUS 1", Code::missing_brace_open, 19},
        {"target_cpu & CPUS{", Code::missing_brace_close, 19},
        {"target_cpu & CPUS{1", Code::missing_brace_close, 20},
        {"target_cpu & CPUS{}", Code::invalid_cpulist, 19},
        {"target_cpu & CPUS{x}", Code::invalid_cpulist, 20},
        {"target_cpu & CPUS{3-1}", Code::invalid_cpulist, 22},
        {"target_cpu & CPUS{4}", Code::invalid_cpulist, 20}, // there are four
        {"target_cpu & CPUS{0-3:2}", Code::invalid_cpulist, 24},
        {"target_cpu & CPUS{0-3:2/0}", Code::invalid_cpulist, 26},
        {"target_cpu & CPUS{0-3:3/2}", Code::invalid_cpulist, 26},
        {"target_cpu & CPUS{0:1/2}", Code::invalid_cpulist, 24},
        {"target_cpu & CPUS{99999999999}", Code::invalid_cpulist, 30},
        {"target_cpu < CPUS{1}", Code::illegal_field_op, 14},
        {"name == CPUS{1}", Code::illegal_field_op, 9},
        {"COMM == CPUS{1}", Code::illegal_field_op, 9},
        {"ip == CPUS{1}", Code::illegal_field_op, 7},
        {"target_cpu & CPUS{1} u8 == 1", Code::too_many_preds, 21},
    };
    check_errors(rows);
}

SPILE_TEST(filter_errors, functions)
{
    constexpr ErrorRow rows[] = {
        {"caller.function == nowhere", Code::no_function, 27},
        {"caller.function == nowhere ", Code::no_function, 27},
        {"caller.function ==", Code::no_function, 19},
        {"caller.function == 0x1", Code::no_function, 23},
        {"caller.function == 0x1g", Code::invalid_value, 24},
        {"caller.function == 0x111111111111111111111", Code::invalid_value, 43},
        {"caller.function == 0x1111111111111111111111", Code::operand_too_long, 44},
        {"caller.function < vfs_read", Code::invalid_op, 19},
        {"caller.function ~ vfs_read", Code::invalid_op, 19},
        {"u32.function == vfs_read", Code::illegal_field_op, 17},
        {"CPU.function == vfs_read", Code::illegal_field_op, 17},
        {"caller == vfs_read", Code::invalid_value, 11},
        {"ip == nowhere", Code::no_function, 14},
        {"ip < vfs_read", Code::invalid_value, 6},
    };
    check_errors(rows);
}

// An error of the names' source is none of the text.
SPILE_TEST(filter_errors, names_cannot_be_asked)
{
    Functions names;
    names.error = Errno::interrupted;
    FilterError error;
    Result<Box<Filter>> made = Filter::create("caller.function == x", {fields()}, names, error);
    EXPECT(!made.ok());
    EXPECT_EQ(made.error(), Errno::interrupted);
    EXPECT_EQ(error.code, Code::none);
}

SPILE_TEST(filter_errors, texts)
{
    constexpr struct {
        Code code;
        const char *text;
    } rows[] = {
        {Code::none, "No error"},
        {Code::invalid_op, "Invalid operator"},
        {Code::too_many_open, "Too many '('"},
        {Code::too_many_close, "Too few '('"},
        {Code::missing_quote, "Missing matching quote"},
        {Code::missing_brace_open, "Missing '{'"},
        {Code::missing_brace_close, "Missing '}'"},
        {Code::operand_too_long, "Operand too long"},
        {Code::expect_string, "Expecting string field"},
        {Code::expect_digit, "Expecting numeric field"},
        {Code::illegal_field_op, "Illegal operation for field type"},
        {Code::field_not_found, "Field not found"},
        {Code::illegal_intval, "Illegal integer value"},
        {Code::bad_subsys_filter, "Couldn't find or set field in one of a subsystem's events"},
        {Code::too_many_preds, "Too many terms in predicate expression"},
        {Code::invalid_filter, "Meaningless filter expression"},
        {Code::invalid_cpulist, "Invalid cpulist"},
        {Code::ip_field_only, "Only 'ip' field is supported for function trace"},
        {Code::invalid_value, "Invalid value (did you forget quotes)?"},
        {Code::no_function, "Function not found"},
        {Code::no_filter, "No filter found"},
        {Code::filter_too_long, "Filter too long"},
    };
    for (const auto &row : rows) {
        FilterError error;
        error.set(row.code, 0);
        EXPECT_EQ(error.text(), Text(row.text));
    }
}

SPILE_TEST(filter_errors, what_the_file_shows)
{
    Printer out;
    print_filter_error(out, "u8 == 1 && bogus == 1", {Code::field_not_found, 17});
    EXPECT_EQ(out.view(), Text("u8 == 1 && bogus == 1\n"
                               "                 ^\n"
                               "parse_error: Field not found\n"));
    out.clear();
    print_filter_error(out, "(u8 == 1", {Code::too_many_open, 0});
    EXPECT_EQ(out.view(), Text("(u8 == 1\n^\nparse_error: Too many '('\n"));
    out.clear();
    print_filter_error(out, "u8", {Code::invalid_op, 3}); // not past the text's end
    EXPECT_EQ(out.view(), Text("u8\n  ^\nparse_error: Invalid operator\n"));
}

} // namespace

SPILE_SUITE(filter_errors, balance, predicates, strings_too_long, logic, cpus, functions,
            names_cannot_be_asked, texts, what_the_file_shows)

} // namespace spile
