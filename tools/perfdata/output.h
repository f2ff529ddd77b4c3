// SPDX-License-Identifier: GPL-2.0
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>

namespace spile::perfdata {

// Buffered output to a descriptor. Small pieces are gathered; a large piece goes
// to write() from where it lies. Whoever puts bytes may free them on return.
class Output {
public:
    explicit Output(int fd);
    // Forgets what is buffered: call flush() first where it matters.
    ~Output() = default;

    // Throws Error(Fault::io).
    void put(const void *bytes, std::size_t n)
    {
        if (n > room()) [[unlikely]] {
            put_large(static_cast<const std::uint8_t *>(bytes), n);
            return;
        }
        std::memcpy(buffer_.get() + used_, bytes, n);
        used_ += n;
    }
    void put(std::span<const std::uint8_t> bytes)
    {
        if (!bytes.empty()) put(bytes.data(), bytes.size());
    }
    void flush();

    // Flushes, then writes at a place of a seekable output.
    void put_at(std::uint64_t offset, std::span<const std::uint8_t> bytes);

    // Bytes put so far, buffered ones included.
    [[nodiscard]] std::uint64_t offset() const noexcept { return written_ + used_; }

private:
    static constexpr std::size_t capacity = 16 * 1024;
    [[nodiscard]] std::size_t room() const noexcept { return capacity - used_; }
    void put_large(const std::uint8_t *bytes, std::size_t n);
    void write_all(const std::uint8_t *bytes, std::size_t n);

    int fd_;
    std::unique_ptr<std::uint8_t[]> buffer_;
    std::size_t used_ = 0;
    std::uint64_t written_ = 0;
};

}  // namespace spile::perfdata
