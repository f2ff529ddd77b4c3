// SPDX-License-Identifier: GPL-2.0
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <sys/uio.h>

namespace spile::perfdata {

// Buffered output to a descriptor. Small pieces are gathered in a buffer; large
// ones are written from where they lie, many with one system call.
class Output {
public:
    explicit Output(int fd);
    // Forgets what is buffered: call flush() first where it matters.
    ~Output() = default;
    Output(const Output &) = delete;
    Output &operator=(const Output &) = delete;

    // Copies what it is given. Throws Error(Fault::io).
    void put(const void *bytes, std::size_t n)
    {
        if (n > capacity - used_) [[unlikely]] {
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
    // As put(), but the bytes must stay until settle() or flush().
    void put_stable(const std::uint8_t *bytes, std::size_t n)
    {
        if (n < worth_no_copy) put(bytes, n);
        else put_piece(bytes, n);
    }
    // After this, nothing that put_stable() was given is referred to.
    void settle()
    {
        if (pieces_ > 0) flush();
    }
    void flush();

    // Flushes, then writes at a place of a seekable output.
    void put_at(std::uint64_t offset, std::span<const std::uint8_t> bytes);

    // Bytes put so far, buffered ones included.
    [[nodiscard]] std::uint64_t offset() const noexcept { return written_ + piece_bytes_ + (used_ - piece_from_); }

private:
    static constexpr std::size_t capacity = 16 * 1024;
    static constexpr std::size_t worth_no_copy = 1024;
    static constexpr std::size_t max_pieces = 64;
    void put_large(const std::uint8_t *bytes, std::size_t n);
    void put_piece(const std::uint8_t *bytes, std::size_t n);
    void end_buffer_piece();
    void write_all(struct iovec *pieces, std::size_t count);

    int fd_;
    std::unique_ptr<std::uint8_t[]> buffer_;
    std::size_t used_ = 0;
    std::uint64_t written_ = 0;
    // What waits, in order: pieces of the buffer and pieces that lie elsewhere;
    // behind them the buffer from piece_from_ on.
    struct iovec piece_[max_pieces + 2];
    std::size_t pieces_ = 0;
    std::size_t piece_from_ = 0;
    std::uint64_t piece_bytes_ = 0;
};

}  // namespace spile::perfdata
