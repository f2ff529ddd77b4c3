// SPDX-License-Identifier: GPL-2.0
// The first look at a filter's text: are quotes and parentheses in pairs? What is
// wrong with them is said before anything else is.
#pragma once

#include "filter/error.hh"

namespace spile
{

// Errors: invalid, with missing_quote, too_many_open or too_many_close in `error`.
Result<void> check_balance(Text text, FilterError &error);

} // namespace spile
