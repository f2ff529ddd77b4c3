// SPDX-License-Identifier: GPL-2.0
// Collects words over any number of writes, as the kernel's trace parser does:
// words end at white space or a NUL byte, and may come a byte at a time.
#pragma once

#include "base/vec.hh"
#include "base/span.hh"

namespace spile {

class WordParser {
  public:
    // A word has at most `limit` bytes.
    explicit WordParser(usize limit) : limit_(limit) {}

    // Takes bytes off the front of `rest` up to and with the end of a word.
    // True: word() is complete. False: `rest` is used up; what there is of a
    // word is kept. Errors: invalid (too long; the word is forgotten), no_memory.
    Result<bool> next(Text &rest);
    // The word so far; empty when none was begun. Gone at the next next().
    Text word() const { return {word_.data(), word_.size()}; }
    // A word was begun and its end has not come.
    bool pending() const { return !complete_ && !word_.empty(); }
    void forget()
    {
        word_.clear();
        complete_ = false;
    }

  private:
    Vec<char> word_;
    usize limit_;
    bool complete_ = false;
};

} // namespace spile
