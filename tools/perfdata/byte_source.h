// SPDX-License-Identifier: GPL-2.0
#pragma once
#include <cstddef>
#include <cstdint>

namespace spile::perfdata {

// Where the bytes of records come from.
class ByteSource {
public:
    virtual ~ByteSource() = default;
    // Reads up to `n` bytes (n > 0); 0 means that there are no more for now.
    // Throws Error(Fault::io).
    virtual std::size_t read(std::uint8_t *to, std::size_t n) = 0;
};

// A pipe or the rest of a file, read from where it stands.
class FdSource final : public ByteSource {
public:
    explicit FdSource(int fd) : fd_(fd) {}
    std::size_t read(std::uint8_t *to, std::size_t n) override;

private:
    int fd_;
};

// A range of a seekable file. Does not move the file's offset.
class FileRangeSource final : public ByteSource {
public:
    FileRangeSource(int fd, std::uint64_t offset, std::uint64_t size) : fd_(fd), offset_(offset), left_(size) {}
    std::size_t read(std::uint8_t *to, std::size_t n) override;
    // Bytes of the range that were not there when the file ended.
    [[nodiscard]] std::uint64_t left() const noexcept { return left_; }

private:
    int fd_;
    std::uint64_t offset_;
    std::uint64_t left_;
};

}  // namespace spile::perfdata
