// SPDX-License-Identifier: GPL-2.0
// One word of set_ftrace_filter's grammar:
//   [!]PATTERN  |  [!]PATTERN:mod:[!]MODULE  |  [!]PATTERN:COMMAND[:PARAMETER]
// Source: Documentation/trace/ftrace.rst, "Filter commands".
#pragma once

#include "base/result.hh"
#include "base/span.hh"
#include "ops/site_table.hh"

namespace spile {

// Borrows the text it was parsed from.
struct FilterWord {
    bool remove = false;
    Text pattern;
    bool has_command = false;
    Text command;
    bool has_parameter = false;
    Text parameter;

    static FilterWord parse(Text word);

    bool is_module() const { return has_command && command == "mod"; }
    // A pattern that starts with a digit is a place in available_filter_functions, from 1.
    bool is_index() const
    {
        return !pattern.empty() && pattern[0] >= '0' && pattern[0] <= '9';
    }
    // Errors: invalid (`mod` without a module name).
    Result<ModulePattern> module() const;
};

} // namespace spile
