// SPDX-License-Identifier: GPL-2.0
// Name patterns as tracefs takes them: `name`, `a*`, `*a`, `*a*`, and the full
// glob with `?`, `[..]`, `[!..]` and `*` anywhere.
// Source: Documentation/trace/ftrace.rst, "Filter commands"; lib/glob's grammar.
#pragma once

#include "span.hh"

namespace spile {

enum class GlobKind : u8 { exact, prefix, suffix, middle, full };

// A classified pattern; borrows the text.
struct Glob {
    GlobKind kind = GlobKind::exact;
    Text text; // without the stars that `kind` already says

    static Glob parse(Text pattern);
    bool matches(Text name) const;
};

// Full glob match of the whole name. Never recurses; time O(pattern * name).
bool glob_match(Text pattern, Text name);

} // namespace spile
