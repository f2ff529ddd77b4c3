// SPDX-License-Identifier: GPL-2.0
// Numbers out of text, with the kernel's kstrto*() rules.
#pragma once

#include "result.hh"
#include "span.hh"

namespace spile {

// Whole text is one number: optional '+', base 0 takes 0x, 0 (octal) or decimal,
// one trailing newline allowed. Errors: invalid (not a number), range (past 64 bits).
Result<u64> scan_u64(Text text, unsigned base = 0);

// As scan_u64 with an optional '-'. Errors: invalid, range.
Result<i64> scan_i64(Text text, unsigned base = 0);

// kstrtobool(): y Y t T 1 on, n N f F 0 off, "on", "off". Errors: invalid.
Result<bool> scan_bool(Text text);

// Takes the next word off the front of `rest`; empty when none is left. As in the kernel,
// white space and NUL bytes end a word.
Text next_word(Text &rest);

} // namespace spile
