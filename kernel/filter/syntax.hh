// SPDX-License-Identifier: GPL-2.0
// SyntaxTree: a filter as it was written: predicates under "&&", "||" and "!".
//
// Nodes lie in the order in which they were finished, so each stands behind what it
// is made of: walks from the last to the first go down, and no walk recurses.
#pragma once

#include "base/vec.hh"
#include "filter/predicate.hh"

namespace spile
{

enum class SyntaxKind : u8 { term, both, either }; // a predicate, "&&", "||"

struct SyntaxNode {
    SyntaxKind kind = SyntaxKind::term;
    bool inverted = false;   // by an odd number of "!" before it
    u32 left = 0, right = 0; // of "&&" and "||"
    u32 first_term = 0;      // the leftmost predicate in it: what is tried first
};

struct SyntaxTree {
    Vec<Predicate> terms; // as in the text
    Vec<SyntaxNode> nodes;

    u32 root() const { return static_cast<u32>(nodes.size()) - 1; }
};

} // namespace spile
