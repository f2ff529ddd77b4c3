// SPDX-License-Identifier: GPL-2.0
// What a read of a control file gives: made once, then read in slices.
#pragma once

#include "base/print.hh"
#include "file.hh"

namespace spile {

// Content in pieces, so that a long file needs memory for one piece only.
class Pieces {
  public:
    Pieces() = default;
    virtual ~Pieces() = default;
    static void operator delete(void *) {}

    // Appends the next piece (a line or a few) to `out`; false: there was none left.
    virtual Result<bool> next(Printer &out);
};

// A file with content. Override show() for a short one, pieces() for a long one.
class ReadableFile : public File {
  public:
    // The whole content. Default: invalid, a file that cannot be read.
    virtual Result<void> show(Printer &out);
    // A new run over the content, from its start. Default: one piece, by show().
    virtual Result<Box<Pieces>> pieces();
};

// Where one reader is in the content of a file. A read at position 0 makes the
// content anew; a seek back to elsewhere runs over it again and skips.
class ContentReader {
  public:
    // Up to to.size() bytes from position `at` on; 0 at the end.
    Result<usize> read(ReadableFile &file, Span<char> to, u64 at);

  private:
    Result<void> restart(ReadableFile &file);
    Result<void> fill(usize wanted);

    Box<Pieces> pieces_;
    Printer window_;  // made and not passed yet
    u64 start_ = 0;   // position of window_'s first byte
    bool at_end_ = false;
};

} // namespace spile
