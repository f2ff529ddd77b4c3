// SPDX-License-Identifier: GPL-2.0
// TokenFile: words collected from open to close, as in set_ftrace_filter. What
// the words change takes effect when the file is closed.
#pragma once

#include "content.hh"
#include "word_parser.hh"

namespace spile {

// What one open(2) for writing builds up. Destroyed without commit() it must
// leave everything as it was.
class TokenSession {
  public:
    TokenSession() = default;
    virtual ~TokenSession() = default;
    TokenSession(const TokenSession &) = delete;
    TokenSession &operator=(const TokenSession &) = delete;
    static void operator delete(void *) {}

    // One word. An error is what the write(2) returns; words before it in the
    // same write stay taken. Default: invalid.
    virtual Result<void> word(Text word);
    // The file is closed; the last word has been handled, even without white
    // space after it. `failed`: some word or byte was refused, its writer knows.
    // An error is what close(2) returns, if it is the last one of this open file.
    virtual Result<void> commit(bool failed);
};

class TokenFile : public ReadableFile {
  public:
    Result<Box<OpenFile>> open(OpenMode mode) override;

    // Opened for writing; mode.truncate: start from nothing, else from what is
    // there. An error refuses the open. Default: invalid.
    virtual Result<Box<TokenSession>> begin(OpenMode mode);
    // Longest word. (The kernel has room for a symbol with its module and some more.)
    virtual usize word_limit() const { return 4095; }
};

} // namespace spile
