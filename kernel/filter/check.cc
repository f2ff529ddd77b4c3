// SPDX-License-Identifier: GPL-2.0
#include "filter/check.hh"

#include "base/scan.hh"

namespace spile
{

namespace
{

constexpr usize longest_string = 255; // in quotes
constexpr usize longest_number = 23;

// The kernel counts columns within a predicate from the byte behind its first.
usize column_of(const Lexer &in) { return in.at() + 1; }

bool take_op(Lexer &in, FilterOp &op)
{
    static constexpr const char *texts[] = {"~", "!=", "==", "<=", "<", ">=", ">", "&"};
    for (usize i = 0; i < sizeof(texts) / sizeof(texts[0]); ++i)
        if (in.take(texts[i])) {
            op = static_cast<FilterOp>(i);
            return true;
        }
    return false;
}

bool is_equality(FilterOp op) { return op == FilterOp::eq || op == FilterOp::ne; }

} // namespace

Result<Predicate> Checker::take(Lexer &in, FilterError &error)
{
    Predicate made;
    usize start = in.at();
    made.column = static_cast<u32>(start);
    Text name = in.take_name();
    if (name.empty())
        return error.set(FilterErrorCode::invalid_filter, start);
    if (!find_field(target_, name, made.field))
        return error.set(FilterErrorCode::field_not_found, column_of(in));
    Suffixes suffixes;
    suffixes.user_string = in.take(".ustring");
    suffixes.function = in.take(".function");
    in.skip_space();
    if (!take_op(in, made.op))
        return error.set(FilterErrorCode::invalid_op, column_of(in));
    in.skip_space();
    if (target_.is_function_event && name != "ip")
        return error.set(FilterErrorCode::ip_field_only, column_of(in));
    TRY(take_value(in, suffixes, made, error));
    return made;
}

Result<void> Checker::take_value(Lexer &in, Suffixes suffixes, Predicate &made, FilterError &error)
{
    char first = in.peek();
    if (target_.is_function_event)
        return take_words(in, made, error);
    if (suffixes.function)
        return take_function(in, made, error);
    if (in.take("CPUS"))
        return take_cpus(in, made, error);
    if (first == '\'' || first == '"') {
        made.from_user = suffixes.user_string;
        return take_string(in, made, error);
    }
    if (Lexer::is_digit(first) || first == '-')
        return take_number(in, made, error);
    if (made.field.kind == FieldKind::trace_fn && is_equality(made.op) &&
        (Lexer::is_alnum(first) || first == '_'))
        return take_named_function(in, made, error);
    return error.set(FilterErrorCode::invalid_value, column_of(in));
}

Result<void> Checker::set_range(Result<FunctionRange> found, usize column, Predicate &made,
                                FilterError &error)
{
    if (!found.ok() && found.error() == Errno::not_found)
        return error.set(FilterErrorCode::no_function, column);
    if (!found.ok())
        return found.error();
    made.kind = PredicateKind::function;
    made.value = found.value().start;
    made.end = made.value + found.value().size;
    return Ok{};
}

// FIELD.function: a name, or the address of any byte of the function.
Result<void> Checker::take_function(Lexer &in, Predicate &made, FilterError &error)
{
    if (made.field.size != sizeof(uptr))
        return error.set(FilterErrorCode::illegal_field_op, column_of(in));
    if (!is_equality(made.op))
        return error.set(FilterErrorCode::invalid_op, column_of(in));
    if (!Lexer::is_digit(in.peek()))
        return take_named_function(in, made, error);
    Text digits = in.take_alnum();
    if (digits.size() > longest_number)
        return error.set(FilterErrorCode::operand_too_long, column_of(in));
    Result<u64> address = scan_u64(digits);
    if (!address.ok())
        return error.set(FilterErrorCode::invalid_value, column_of(in));
    return set_range(names_.around(address.value()), column_of(in), made, error);
}

// To the next white space in the kernel; no name holds what ends it here besides.
Result<void> Checker::take_named_function(Lexer &in, Predicate &made, FilterError &error)
{
    usize start = in.at();
    auto ends_name = [&] {
        char c = in.peek();
        return c == ')' || ((c == '&' || c == '|') && in.peek(1) == c) || Lexer::is_space(c);
    };
    while (!in.at_end() && !ends_name())
        in.skip();
    return set_range(names_.named(in.since(start)), column_of(in), made, error);
}

// Of a function event: words up to what goes on with the expression, or in quotes.
Result<void> Checker::take_words(Lexer &in, Predicate &made, FilterError &error)
{
    if (!is_equality(made.op))
        return error.set(FilterErrorCode::illegal_field_op, column_of(in));
    char quote = in.peek() == '\'' || in.peek() == '"' ? in.peek() : '\0';
    if (quote) {
        in.skip();
        made.pattern = in.take_until(quote);
        if (in.at_end())
            return error.set(FilterErrorCode::missing_quote, column_of(in));
    } else {
        usize start = in.at();
        auto ends_words = [](char c) { return c == ')' || c == '&' || c == '|'; };
        while (!in.at_end() && !ends_words(in.peek()))
            in.skip();
        made.pattern = in.since(start);
    }
    if (made.pattern.size() > longest_string)
        return error.set(FilterErrorCode::operand_too_long, column_of(in));
    if (quote)
        in.skip();
    if (made.pattern.trimmed().empty())
        return error.set(FilterErrorCode::invalid_value, column_of(in));
    made.kind = PredicateKind::words;
    return Ok{};
}

// CPUS{list}, of which "CPUS" is taken.
Result<void> Checker::take_cpus(Lexer &in, Predicate &made, FilterError &error)
{
    FieldKind kind = made.field.kind;
    usize start = column_of(in) - 4;
    if (kind != FieldKind::cpumask && kind != FieldKind::cpu && kind != FieldKind::number)
        return error.set(FilterErrorCode::illegal_field_op, start);
    if (!is_equality(made.op) && made.op != FilterOp::band)
        return error.set(FilterErrorCode::illegal_field_op, start);
    if (!in.take("{"))
        return error.set(FilterErrorCode::missing_brace_open, column_of(in) + 1);
    Text list = in.take_until('}');
    if (in.at_end())
        return error.set(FilterErrorCode::missing_brace_close, column_of(in));
    Result<u32> mask = list.empty() ? Result<u32>(Errno::invalid) : masks_.add(list);
    if (!mask.ok() && mask.error() == Errno::invalid)
        return error.set(FilterErrorCode::invalid_cpulist, column_of(in));
    made.cpus = TRY(spile::move(mask));
    made.kind = PredicateKind::cpus;
    in.skip();
    return Ok{};
}

Result<void> Checker::take_string(Lexer &in, Predicate &made, FilterError &error)
{
    if (!is_equality(made.op) && made.op != FilterOp::glob)
        return error.set(FilterErrorCode::illegal_field_op, column_of(in));
    if (!made.field.is_string())
        return error.set(FilterErrorCode::expect_digit, column_of(in));
    char quote = in.peek();
    in.skip();
    made.pattern = in.take_until(quote);
    if (in.at_end())
        return error.set(FilterErrorCode::missing_quote, column_of(in));
    if (made.pattern.size() > longest_string)
        return error.set(FilterErrorCode::operand_too_long, column_of(in));
    in.skip();
    made.kind = PredicateKind::string;
    made.inverted = made.op == FilterOp::ne;
    if (made.op == FilterOp::glob && made.pattern.starts_with("!")) {
        made.inverted = true;
        made.pattern = made.pattern.from(1);
    }
    return Ok{};
}

Result<void> Checker::take_number(Lexer &in, Predicate &made, FilterError &error)
{
    if (made.field.is_string())
        return error.set(FilterErrorCode::expect_string, column_of(in));
    if (made.op == FilterOp::glob)
        return error.set(FilterErrorCode::illegal_field_op, column_of(in));
    usize start = in.at();
    in.take("-");
    in.take_alnum();
    Text digits = in.since(start);
    if (digits.size() > longest_number)
        return error.set(FilterErrorCode::operand_too_long, column_of(in));
    if (made.field.is_signed) {
        Result<i64> value = scan_i64(digits);
        if (!value.ok())
            return error.set(FilterErrorCode::illegal_intval, start + 1);
        made.value = static_cast<u64>(value.value());
    } else {
        Result<u64> value = scan_u64(digits);
        if (!value.ok())
            return error.set(FilterErrorCode::illegal_intval, start + 1);
        made.value = value.value();
    }
    made.kind = PredicateKind::number;
    return Ok{};
}

} // namespace spile
