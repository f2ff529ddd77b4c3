// SPDX-License-Identifier: GPL-2.0
// ParsedFilter: a filter's text, checked against an event and taken apart.
#pragma once

#include "filter/check.hh"
#include "filter/syntax.hh"

namespace spile
{

struct ParsedFilter {
    enum : usize { longest_text = 65536 };

    Vec<char> text; // a copy: patterns are parts of it
    SyntaxTree tree;
    CpuMasks masks;

    // `text` ends at its first NUL. Errors: invalid (then `error` says what is wrong),
    // no_memory, those of FunctionNames.
    static Result<ParsedFilter> parse(Text text, const FilterTarget &target, FunctionNames &names,
                                      FilterError &error);
};

} // namespace spile
