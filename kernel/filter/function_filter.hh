// SPDX-License-Identifier: GPL-2.0
// FunctionFilter: the filter of ftrace's own event "function". It names functions that are
// to be traced, `ip == vfs_* || ip == do_exit`, or not, `ip != *_lock`: what ops are
// registered with, not what is evaluated at a hit.
#pragma once

#include "filter/parsed.hh"

namespace spile
{

class FunctionFilter {
  public:
    // A word of set_ftrace_filter (chosen) or of set_ftrace_notrace.
    struct Word {
        bool chosen;
        Text text;
    };

    // Several words stand behind one "ip ==", with commas or white space between.
    // Errors: invalid (with `error`), no_memory. What the words name is not looked up.
    static Result<FunctionFilter> create(Text text, FilterError &error);

    Span<const Word> words() const { return words_.span(); }

  private:
    Result<void> add_words(const Predicate &term);

    Vec<char> text_;
    Vec<Word> words_;
};

} // namespace spile
