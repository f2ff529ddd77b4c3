// SPDX-License-Identifier: GPL-2.0
#include "perfdata/output.h"

#include <cerrno>
#include <string>
#include <sys/uio.h>
#include <unistd.h>

#include "perfdata/error.h"

namespace spile::perfdata {

// Below this a copy into the buffer is cheaper than a system call of its own.
static constexpr std::size_t direct_from = 8 * 1024;

Output::Output(int fd) : fd_(fd), buffer_(new std::uint8_t[capacity]) {}

[[noreturn]] static void throw_errno()
{
    throw Error(Fault::io, std::string("writing the output: ") + std::strerror(errno));
}

void Output::write_all(const std::uint8_t *bytes, std::size_t n)
{
    while (n > 0) {
        ssize_t done = ::write(fd_, bytes, n);
        if (done < 0 && errno == EINTR) continue;
        if (done < 0) throw_errno();
        bytes += done;
        n -= static_cast<std::size_t>(done);
        written_ += static_cast<std::uint64_t>(done);
    }
}

void Output::flush()
{
    std::size_t n = used_;
    used_ = 0;
    write_all(buffer_.get(), n);
}

void Output::put_large(const std::uint8_t *bytes, std::size_t n)
{
    if (n < direct_from) {
        std::size_t fits = room();
        std::memcpy(buffer_.get() + used_, bytes, fits);
        used_ = capacity;
        flush();
        put(bytes + fits, n - fits);
        return;
    }
    flush();
    write_all(bytes, n);
}

void Output::put_at(std::uint64_t offset, std::span<const std::uint8_t> bytes)
{
    flush();
    std::size_t done = 0;
    while (done < bytes.size()) {
        ssize_t n = ::pwrite(fd_, bytes.data() + done, bytes.size() - done, static_cast<off_t>(offset + done));
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) throw_errno();
        done += static_cast<std::size_t>(n);
    }
}

}  // namespace spile::perfdata
