// SPDX-License-Identifier: GPL-2.0
// Checker: one predicate, `field operator value`, taken off the text and checked
// against the event's fields as it is read: the kernel looks a name up before it
// looks for an operator, and the first thing that is wrong is what a user is told.
#pragma once

#include "base/vec.hh"
#include "filter/cpu_list.hh"
#include "filter/error.hh"
#include "filter/functions.hh"
#include "filter/lexer.hh"
#include "filter/predicate.hh"
#include "filter/target.hh"

namespace spile
{

class Checker {
  public:
    Checker(const FilterTarget &target, FunctionNames &names, CpuMasks &masks)
        : target_(target), names_(names), masks_(masks)
    {
    }

    // `in` stands at the predicate's first byte, and then behind it. What it borrows is the
    // text. Errors: invalid (with `error` set), no_memory, and those of FunctionNames.
    Result<Predicate> take(Lexer &in, FilterError &error);

  private:
    struct Suffixes {
        bool user_string = false;
        bool function = false;
    };
    Result<void> take_value(Lexer &in, Suffixes suffixes, Predicate &made, FilterError &error);
    Result<void> take_function(Lexer &in, Predicate &made, FilterError &error);
    Result<void> take_named_function(Lexer &in, Predicate &made, FilterError &error);
    Result<void> take_words(Lexer &in, Predicate &made, FilterError &error);
    Result<void> take_cpus(Lexer &in, Predicate &made, FilterError &error);
    Result<void> take_string(Lexer &in, Predicate &made, FilterError &error);
    Result<void> take_number(Lexer &in, Predicate &made, FilterError &error);
    Result<void> set_range(Result<FunctionRange> found, usize column, Predicate &made,
                           FilterError &error);

    const FilterTarget &target_;
    FunctionNames &names_;
    CpuMasks &masks_;
};

} // namespace spile
