// SPDX-License-Identifier: GPL-2.0
#include "perfdata/output.h"

#include <cerrno>
#include <string>
#include <unistd.h>

#include "perfdata/error.h"

namespace spile::perfdata {

Output::Output(int fd) : fd_(fd), buffer_(new std::uint8_t[capacity]) {}

[[noreturn]] static void throw_errno()
{
    throw Error(Fault::io, std::string("writing the output: ") + std::strerror(errno));
}

void Output::write_all(struct iovec *pieces, std::size_t count)
{
    while (count > 0) {
        ssize_t done = ::writev(fd_, pieces, static_cast<int>(count));
        if (done < 0 && errno == EINTR) continue;
        if (done < 0) throw_errno();
        auto left = static_cast<std::size_t>(done);
        written_ += left;
        while (count > 0 && left >= pieces->iov_len) {
            left -= pieces->iov_len;
            ++pieces, --count;
        }
        if (count == 0) break;
        pieces->iov_base = static_cast<std::uint8_t *>(pieces->iov_base) + left;
        pieces->iov_len -= left;
    }
}

void Output::end_buffer_piece()
{
    if (used_ == piece_from_) return;
    piece_[pieces_++] = {buffer_.get() + piece_from_, used_ - piece_from_};
    piece_bytes_ += used_ - piece_from_;
    piece_from_ = used_;
}

void Output::flush()
{
    end_buffer_piece();
    std::size_t count = pieces_;
    // Should this throw, what was buffered is gone: it must not be written twice.
    used_ = piece_from_ = pieces_ = 0;
    piece_bytes_ = 0;
    write_all(piece_, count);
}

void Output::put_large(const std::uint8_t *bytes, std::size_t n)
{
    flush();
    if (n <= capacity) {
        put(bytes, n);
        return;
    }
    struct iovec piece {const_cast<std::uint8_t *>(bytes), n};
    write_all(&piece, 1);
}

void Output::put_piece(const std::uint8_t *bytes, std::size_t n)
{
    end_buffer_piece();
    piece_[pieces_++] = {const_cast<std::uint8_t *>(bytes), n};
    piece_bytes_ += n;
    if (pieces_ >= max_pieces) flush();
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
