// SPDX-License-Identifier: GPL-2.0
#include "filter/error.hh"

namespace spile
{

Text FilterError::text() const
{
    switch (code) {
    case FilterErrorCode::none:
        return "No error";
    case FilterErrorCode::invalid_op:
        return "Invalid operator";
    case FilterErrorCode::too_many_open:
        return "Too many '('";
    case FilterErrorCode::too_many_close:
        return "Too few '('";
    case FilterErrorCode::missing_quote:
        return "Missing matching quote";
    case FilterErrorCode::missing_brace_open:
        return "Missing '{'";
    case FilterErrorCode::missing_brace_close:
        return "Missing '}'";
    case FilterErrorCode::operand_too_long:
        return "Operand too long";
    case FilterErrorCode::expect_string:
        return "Expecting string field";
    case FilterErrorCode::expect_digit:
        return "Expecting numeric field";
    case FilterErrorCode::illegal_field_op:
        return "Illegal operation for field type";
    case FilterErrorCode::field_not_found:
        return "Field not found";
    case FilterErrorCode::illegal_intval:
        return "Illegal integer value";
    case FilterErrorCode::bad_subsys_filter:
        return "Couldn't find or set field in one of a subsystem's events";
    case FilterErrorCode::too_many_preds:
        return "Too many terms in predicate expression";
    case FilterErrorCode::invalid_filter:
        return "Meaningless filter expression";
    case FilterErrorCode::invalid_cpulist:
        return "Invalid cpulist";
    case FilterErrorCode::ip_field_only:
        return "Only 'ip' field is supported for function trace";
    case FilterErrorCode::invalid_value:
        return "Invalid value (did you forget quotes)?";
    case FilterErrorCode::no_function:
        return "Function not found";
    case FilterErrorCode::no_filter:
        return "No filter found";
    case FilterErrorCode::filter_too_long:
        return "Filter too long";
    }
    return "";
}

void print_filter_error(Printer &out, Text text, const FilterError &error)
{
    usize column = min<usize>(error.column, text.size());
    out.text(text).ch('\n').fill(' ', static_cast<unsigned>(column)).text("^\n");
    out.text("parse_error: ").text(error.text()).ch('\n');
}

} // namespace spile
