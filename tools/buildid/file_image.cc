// SPDX-License-Identifier: GPL-2.0
#include <unistd.h>

#include "buildid/elf_note.h"

#include <algorithm>

namespace spile::buildid {

static constexpr std::size_t first_read = 1024;  // headers, and the notes right behind them
static constexpr std::size_t later_read = 16 * 1024;  // section headers stand together at the end

std::span<const std::uint8_t> FileImage::view(std::uint64_t offset, std::size_t size)
{
    if (offset < at_ || offset - at_ > have_ || have_ - (offset - at_) < size) {
        if (offset > (std::uint64_t{1} << 62)) return {};
        std::size_t want = std::min(max_view, std::max(size, offset == 0 ? first_read : later_read));
        ssize_t got = ::pread(fd_, buffer_, want, static_cast<off_t>(offset));
        at_ = offset;
        have_ = got > 0 ? static_cast<std::size_t>(got) : 0;
    }
    std::size_t skip = static_cast<std::size_t>(offset - at_);
    return {buffer_ + skip, std::min(size, have_ - skip)};
}

}  // namespace spile::buildid
