// SPDX-License-Identifier: GPL-2.0
// ErrorLog: what was wrong with the last writes, as `error_log` shows it:
//   [  117.404295] set_ftrace_filter: error: No function matches
//     Command: vfs_raed
//              ^
// Source: Documentation/trace/ftrace.rst, "error_log".
#pragma once

#include "base/list.hh"
#include "base/mutex.hh"
#include "base/print.hh"

namespace spile {

class ErrorLog {
  public:
    ~ErrorLog() { clear(); }

    // `caret`: which byte of `command` is wrong. Only the last 8 are kept; one that
    // there is no memory for is lost.
    void add(Text where, Text what, Text command, usize caret);
    void clear();
    Result<void> print(Printer &out);

  private:
    enum : usize { most_entries = 8 };
    struct Entry : ListNode {
        u64 time_ns = 0;
        usize caret = 0;
        Printer head;
        Printer command;
    };

    Mutex mutex_{"spile error log"};
    List<Entry> entries_;
    usize count_ = 0;
};

} // namespace spile
