// SPDX-License-Identifier: GPL-2.0
#include "filter/parser.hh"

namespace spile
{

Result<SyntaxTree> Parser::parse(FilterError &error)
{
    TRY(levels_.push(Level()));
    Next next = Next::term;
    while (next == Next::term) {
        TRY(take_operand(error));
        next = TRY(take_after_operand(error));
    }
    return spile::move(tree_);
}

// Any "!" and "(", then a predicate.
Result<void> Parser::take_operand(FilterError &error)
{
    bool inverted = false;
    for (;; in_.skip()) {
        in_.skip_space();
        if (in_.at_end())
            return error.set(tree_.terms.empty() ? FilterErrorCode::no_filter
                                                 : FilterErrorCode::invalid_filter,
                             in_.at());
        if (in_.peek() == '(') {
            TRY(levels_.push({none, none, inverted}));
            inverted = false;
        } else if (in_.peek() == '!' && in_.peek(1) != '=' && in_.peek(1) != '~') {
            inverted = !inverted;
        } else {
            break;
        }
    }
    u32 term = static_cast<u32>(tree_.terms.size());
    if (term == most_terms)
        return error.set(FilterErrorCode::too_many_preds, in_.at());
    TRY(tree_.terms.push(TRY(checker_.take(in_, error))));
    u32 node = TRY(add({SyntaxKind::term, inverted, 0, 0, term}));
    return finish_operand(node);
}

// Any ")", then "&&", "||" or the text's end.
Result<Parser::Next> Parser::take_after_operand(FilterError &error)
{
    for (;;) {
        in_.skip_space();
        if (in_.at_end() && levels_.size() > 1)
            return error.set(FilterErrorCode::too_many_open, in_.at() + 1);
        if (in_.at_end()) {
            TRY(finish_level());
            return Next::done;
        }
        if (in_.take("&&"))
            return Next::term;
        if (in_.take("||")) {
            level().sum = TRY(finish_level());
            level().product = none;
            return Next::term;
        }
        if (!in_.take(")"))
            return error.set(FilterErrorCode::too_many_preds, in_.at());
        if (levels_.size() == 1)
            return error.set(FilterErrorCode::too_many_close, in_.at());
        u32 group = TRY(finish_level());
        tree_.nodes[group].inverted ^= level().inverted;
        levels_.pop();
        TRY(finish_operand(group));
    }
}

Result<void> Parser::finish_operand(u32 node)
{
    level().product = TRY(join(SyntaxKind::both, level().product, node));
    return Ok{};
}

Result<u32> Parser::finish_level()
{
    return join(SyntaxKind::either, level().sum, level().product);
}

Result<u32> Parser::join(SyntaxKind kind, u32 left, u32 right)
{
    if (left == none)
        return right;
    return add({kind, false, left, right, tree_.nodes[left].first_term});
}

Result<u32> Parser::add(SyntaxNode node)
{
    TRY(tree_.nodes.push(node));
    return static_cast<u32>(tree_.nodes.size()) - 1;
}

} // namespace spile
