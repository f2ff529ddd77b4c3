// SPDX-License-Identifier: GPL-2.0
// What is wrong with a filter's text, and where: the kernel's words and columns.
#pragma once

#include "base/print.hh"

namespace spile
{

enum class FilterErrorCode : u8 {
    none,
    invalid_op,
    too_many_open,
    too_many_close,
    missing_quote,
    missing_brace_open,
    missing_brace_close,
    operand_too_long,
    expect_string,
    expect_digit,
    illegal_field_op,
    field_not_found,
    illegal_intval,
    bad_subsys_filter, // by whoever sets a filter for all events of a system
    too_many_preds,
    invalid_filter,
    invalid_cpulist,
    ip_field_only,
    invalid_value,
    no_function,
    no_filter,
    filter_too_long,
};

struct FilterError {
    FilterErrorCode code = FilterErrorCode::none;
    u32 column = 0; // in bytes, for the caret in error_log; may be past the text's end

    Errno set(FilterErrorCode what, usize where)
    {
        code = what;
        column = static_cast<u32>(where);
        return Errno::invalid;
    }
    Text text() const;
};

// What `filter` shows after `text` was refused: the text, a caret below it, the reason.
// It ends with a newline, beside the one that the file ends each content with.
void print_filter_error(Printer &out, Text text, const FilterError &error);

} // namespace spile
