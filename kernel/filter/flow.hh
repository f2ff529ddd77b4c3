// SPDX-License-Identifier: GPL-2.0
// Flow: which test comes after which. From the tree of a filter to two ways out of each
// of its predicates, so that nothing is evaluated whose verdict does not matter.
#pragma once

#include "filter/lower.hh"
#include "filter/syntax.hh"

namespace spile
{

// Where control goes: the index of a predicate, or one of the two behind the last.
struct FlowExits {
    u32 yes = 0;
    u32 no = 0;
    bool reached = false;
    bool keeps_value = false; // whatever came before has asked for the same value
};

class Flow {
  public:
    // `terms`: what tree.terms became. Errors: no_memory.
    static Result<Flow> create(const SyntaxTree &tree, Span<const LoweredPredicate> terms);

    u32 start() const { return start_; }
    u32 accept() const { return static_cast<u32>(exits_.size()); }
    u32 reject() const { return accept() + 1; }
    const FlowExits &operator[](u32 term) const { return exits_[term]; }

  private:
    Result<void> follow_tree(const SyntaxTree &tree);
    Result<void> skip_known(Span<const LoweredPredicate> terms);
    Result<void> find_kept_values(Span<const LoweredPredicate> terms);

    Vec<FlowExits> exits_;
    u32 start_ = 0;
};

} // namespace spile
