// SPDX-License-Identifier: GPL-2.0
// What a test can do with the fake file system: open a control file by its path
// and go through the same entry functions as the glue, slice by slice.
#pragma once

#include "base/list.hh"
#include "base/print.hh"
#include "base/result.hh"
#include "glue/fs.h"

namespace spile::fake {

// One open(2). Errors are -errno, as a user sees them.
class Opened : public ListNode {
  public:
    // Of `path` below the root, with SPILE_OPEN_* flags.
    int open(Text path, unsigned flags);
    ~Opened() { close(); }

    // Appends at most `room` bytes (never more than 1024) from the position on.
    long read(Printer &out, usize room = 4096);
    // One write(2); the position moves on by what was taken.
    long write(Text bytes);
    // A write(2) from memory that is not there.
    long write_fault();
    void seek(u64 position) { position_ = position; }
    bool readable() { return spile_session_readable(session_); }
    void close();

  private:
    friend void close_all(spile_node &node);
    spile_node *node_ = nullptr;
    void *session_ = nullptr;
    usize write_room_ = 0;
    bool stream_ = false;
    u64 position_ = 0;
};

// The node at `path` below the root, or null.
spile_node *find(Text path);
unsigned mode_of(Text path);

// A user's mkdir, rmdir and look-up of PARENT/name.
int mkdir(Text parent, Text name);
int rmdir(Text parent, Text name);
int look_up(Text parent, Text name);

// Content of a file in one go, in slices of `room` bytes; empty on an error.
void read_all(Text path, Printer &out, usize room = 4096);
// open, one write, close: what `printf TEXT > PATH` does.
long put(Text path, Text text, unsigned flags = SPILE_OPEN_WRITE | SPILE_OPEN_TRUNCATE);

} // namespace spile::fake
