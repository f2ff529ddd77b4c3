// SPDX-License-Identifier: GPL-2.0
#include "directory.hh"

#include "tree.hh"

namespace spile {

Result<void> Directory::make(Text)
{
    return Errno::not_permitted;
}

Result<void> Directory::remove(Text)
{
    return Errno::not_permitted;
}

Result<void> Directory::look_up(Text)
{
    return Errno::not_found;
}

Result<void> Directory::fill(Node)
{
    return Ok{};
}

} // namespace spile
