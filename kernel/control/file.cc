// SPDX-License-Identifier: GPL-2.0
#include "file.hh"

namespace spile {

Result<usize> OpenFile::read(Span<char>, u64)
{
    return Errno::invalid;
}

void OpenFile::consumed(usize) {}

Result<usize> OpenFile::write(Text, usize, u64)
{
    return Errno::invalid;
}

void OpenFile::faulted() {}

bool OpenFile::readable()
{
    return true;
}

bool OpenFile::always_polls()
{
    return false;
}

Result<void> OpenFile::close()
{
    if (closed_)
        return Ok{};
    closed_ = true;
    return closed();
}

Result<void> OpenFile::closed()
{
    return Ok{};
}

usize OpenFile::read_room() const
{
    return 4096;
}

GivesPages *OpenFile::pages()
{
    return nullptr;
}

usize OpenFile::write_room() const
{
    return 0;
}

Result<Box<OpenFile>> File::open(OpenMode)
{
    return Errno::not_supported;
}

spile_wait *File::readers()
{
    return nullptr;
}

} // namespace spile
