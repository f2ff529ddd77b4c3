// SPDX-License-Identifier: GPL-2.0
// Lexer: a place in a filter's text and what can be taken off it there.
#pragma once

#include "base/span.hh"

namespace spile
{

class Lexer {
  public:
    explicit Lexer(Text text) : text_(text) {}

    // Bytes from the text's begin.
    usize at() const { return at_; }
    bool at_end() const { return at_ >= text_.size(); }
    // '\0' behind the end: no text of a filter holds one.
    char peek(usize ahead = 0) const
    {
        return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
    }
    void skip(usize bytes = 1) { at_ += bytes; }
    void skip_space();
    // What was taken since `start`.
    Text since(usize start) const { return text_.from(start).first(at_ - start); }

    // Takes `word` if the text goes on with it.
    bool take(Text word);
    // Letters, digits and '_', maybe none.
    Text take_name();
    // Letters and digits, maybe none: a number, or what stands for one.
    Text take_alnum();
    // Up to, without, `end` or the end of the text.
    Text take_until(char end);

    // ASCII and Latin-1, as the kernel's <linux/ctype.h> has them.
    static bool is_space(char c);
    static bool is_digit(char c) { return c >= '0' && c <= '9'; }
    static bool is_alnum(char c);

  private:
    Text text_;
    usize at_ = 0;
};

} // namespace spile
