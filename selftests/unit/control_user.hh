// SPDX-License-Identifier: GPL-2.0
// What the tests of control files do as users.
#pragma once

#include "base/print.hh"
#include "control/tree.hh"
#include "selftests/fakes/fakes.hh"

namespace spile {

class User : public fakes::UserFile {
  public:
    // Appends at most `room` bytes, up to 1024, from the position on.
    long read(Printer &out, usize room = 1024)
    {
        char bytes[1024];
        long got = UserFile::read(bytes, min(room, sizeof(bytes)));
        if (got > 0)
            out.text({bytes, static_cast<usize>(got)});
        return got;
    }
};

// Content of a file in slices of `room` bytes; nothing on an error.
inline void read_all(Text path, Printer &out, usize room = 1024)
{
    User user;
    if (user.open(path, SPILE_OPEN_READ))
        return;
    while (user.read(out, room) > 0) {
    }
}

// open, one write, close: what `printf TEXT > PATH` does.
inline long put(Text path, Text text, unsigned flags = SPILE_OPEN_WRITE | SPILE_OPEN_TRUNCATE)
{
    User user;
    int rc = user.open(path, flags);
    return rc ? rc : user.write(text);
}

} // namespace spile
