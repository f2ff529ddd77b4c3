// SPDX-License-Identifier: GPL-2.0
// FilterPattern: what a string is compared with.
// Hot: any context, NMI included; no lock, no allocation, no call but of itself.
#pragma once

#include "base/glob.hh"

namespace spile
{

struct FilterPattern {
    Glob glob;
    bool inverted = false;
    bool from_user = false;

    // The string in `room` bytes: up to its NUL, or all of them.
    bool accepts(const char *bytes, usize room) const { return matches(bytes, room) != inverted; }

  private:
    bool matches(const char *bytes, usize room) const
    {
        switch (glob.kind) {
        case GlobKind::exact:
            return starts(bytes, room) && (glob.text.size() == room || !bytes[glob.text.size()]);
        case GlobKind::prefix:
            return starts(bytes, room);
        default:
            return glob.matches(string_in(bytes, room));
        }
    }
    // No need to look for the string's end: no pattern holds a NUL.
    bool starts(const char *bytes, usize room) const
    {
        if (room < glob.text.size())
            return false;
        for (usize i = 0; i < glob.text.size(); ++i)
            if (bytes[i] != glob.text[i])
                return false;
        return true;
    }
    static Text string_in(const char *bytes, usize room)
    {
        usize length = 0;
        while (length < room && bytes[length])
            ++length;
        return {bytes, length};
    }
};

} // namespace spile
