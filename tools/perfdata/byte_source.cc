// SPDX-License-Identifier: GPL-2.0
#include "perfdata/byte_source.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string>
#include <unistd.h>

#include "perfdata/error.h"

namespace spile::perfdata {

std::size_t FdSource::read(std::uint8_t *to, std::size_t n)
{
    for (;;) {
        ssize_t got = ::read(fd_, to, n);
        if (got >= 0) return static_cast<std::size_t>(got);
        if (errno != EINTR) throw Error(Fault::io, std::string("reading the input: ") + std::strerror(errno));
    }
}

std::size_t FileRangeSource::read(std::uint8_t *to, std::size_t n)
{
    n = static_cast<std::size_t>(std::min<std::uint64_t>(n, left_));
    if (n == 0) return 0;
    for (;;) {
        ssize_t got = ::pread(fd_, to, n, static_cast<off_t>(offset_));
        if (got >= 0) {
            offset_ += static_cast<std::uint64_t>(got);
            left_ -= static_cast<std::uint64_t>(got);
            return static_cast<std::size_t>(got);
        }
        if (errno != EINTR)
            throw Error(Fault::io, "reading the input at byte " + std::to_string(offset_) + ": " + std::strerror(errno));
    }
}

}  // namespace spile::perfdata
