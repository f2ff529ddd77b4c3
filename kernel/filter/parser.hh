// SPDX-License-Identifier: GPL-2.0
// Parser: the logic between predicates: "&&" before "||", "!", parentheses.
#pragma once

#include "filter/check.hh"
#include "filter/syntax.hh"

namespace spile
{

class Parser {
  public:
    enum : u32 { most_terms = 4096 };

    Parser(Text text, Checker &checker) : in_(text), checker_(checker) {}

    // The whole text. Time and memory grow with it, the stack does not: a level of
    // parentheses takes 12 bytes of an array. Errors: as of Checker::take().
    Result<SyntaxTree> parse(FilterError &error);

  private:
    enum : u32 { none = ~u32{0} };
    // What is open within one pair of parentheses: sum || product && ...
    struct Level {
        u32 sum = none;
        u32 product = none;
        bool inverted = false; // "!" before the parenthesis
    };
    enum class Next : u8 { term, done };

    Result<void> take_operand(FilterError &error);
    Result<Next> take_after_operand(FilterError &error);
    Result<void> finish_operand(u32 node);
    Result<u32> finish_level();
    Result<u32> join(SyntaxKind kind, u32 left, u32 right);
    Result<u32> add(SyntaxNode node);
    Level &level() { return levels_.back(); }

    Lexer in_;
    Checker &checker_;
    SyntaxTree tree_;
    Vec<Level> levels_;
};

} // namespace spile
