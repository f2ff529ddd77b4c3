// SPDX-License-Identifier: GPL-2.0
#pragma once
#include <unistd.h>
#include <utility>

namespace spile::perfdata {

// A file descriptor that is closed with its owner, but for the standard three.
class Descriptor {
public:
    explicit Descriptor(int fd = -1) noexcept : fd_(fd) {}
    Descriptor(Descriptor &&other) noexcept : fd_(other.release()) {}
    Descriptor &operator=(Descriptor &&other) noexcept
    {
        std::swap(fd_, other.fd_);
        return *this;
    }
    ~Descriptor()
    {
        if (fd_ > STDERR_FILENO) ::close(fd_);
    }

    [[nodiscard]] int get() const noexcept { return fd_; }
    [[nodiscard]] int release() noexcept { return std::exchange(fd_, -1); }

private:
    int fd_;
};

}  // namespace spile::perfdata
