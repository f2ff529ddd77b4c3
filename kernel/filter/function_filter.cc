// SPDX-License-Identifier: GPL-2.0
#include "filter/function_filter.hh"

namespace spile
{

namespace
{

constexpr spile_event_field function_fields[] = {
    {"unsigned long", "ip", 8, 8, 0, SPILE_FIELD_TRACE_FN, 0},
    {"unsigned long", "parent_ip", 16, 8, 0, SPILE_FIELD_TRACE_FN, 0},
};

class NoNames final : public FunctionNames {
  public:
    Result<FunctionRange> named(Text) override { return Errno::not_found; }
    Result<FunctionRange> around(u64) override { return Errno::not_found; }
};

// Words add up; nothing else can be said with them.
Result<void> check_only_or(const SyntaxTree &tree, FilterError &error)
{
    for (const SyntaxNode &node : tree.nodes) {
        u32 term =
            node.kind == SyntaxKind::both ? tree.nodes[node.right].first_term : node.first_term;
        if (node.inverted || node.kind == SyntaxKind::both)
            return error.set(FilterErrorCode::invalid_filter, tree.terms[term].column);
    }
    return Ok{};
}

bool separates(char c) { return c == ',' || Lexer::is_space(c); }

} // namespace

Result<FunctionFilter> FunctionFilter::create(Text text, FilterError &error)
{
    NoNames names;
    FilterTarget target{Span<const spile_event_field>(function_fields), true};
    ParsedFilter parsed = TRY(ParsedFilter::parse(text, target, names, error));
    TRY(check_only_or(parsed.tree, error));
    FunctionFilter made;
    made.text_ = spile::move(parsed.text);
    for (const Predicate &term : parsed.tree.terms)
        TRY(made.add_words(term));
    return spile::move(made);
}

Result<void> FunctionFilter::add_words(const Predicate &term)
{
    Text rest = term.pattern;
    for (;;) {
        usize start = 0;
        while (start < rest.size() && separates(rest[start]))
            ++start;
        rest = rest.from(start);
        if (rest.empty())
            return Ok{};
        usize length = 0;
        while (length < rest.size() && !separates(rest[length]))
            ++length;
        TRY(words_.push({term.op == FilterOp::eq, rest.first(length)}));
        rest = rest.from(length);
    }
}

} // namespace spile
