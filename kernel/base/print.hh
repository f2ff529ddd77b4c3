// SPDX-License-Identifier: GPL-2.0
// Printer: text built up piece by piece. Running out of memory is remembered and
// reported once, by failed(); what follows is dropped.
#pragma once

#include "span.hh"
#include "vec.hh"

namespace spile {

class Printer {
  public:
    Printer &text(Text text);
    Printer &ch(char c) { return text(Text(&c, 1)); }
    // Right-aligned in `width`, filled with `fill`.
    Printer &dec(u64 value, unsigned width = 0, char fill = ' ');
    Printer &sdec(i64 value, unsigned width = 0);
    Printer &hex(u64 value, unsigned width = 0, char fill = '0');
    Printer &left(Text text, unsigned width);
    Printer &right(Text text, unsigned width);
    Printer &fill(char c, unsigned count);

    // `size` bytes from `at` on become `text`.
    Printer &replace(usize at, usize size, Text text);

    Text view() const { return {bytes_.data(), bytes_.size()}; }
    usize size() const { return bytes_.size(); }
    bool failed() const { return failed_; }
    void clear()
    {
        bytes_.clear();
        failed_ = false;
    }
    // Errors: no_memory when any piece was dropped.
    Result<void> status() const { return failed_ ? Result<void>(Errno::no_memory) : Ok{}; }

  private:
    Vec<char> bytes_;
    bool failed_ = false;
};

} // namespace spile
