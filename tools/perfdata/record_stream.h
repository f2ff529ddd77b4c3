// SPDX-License-Identifier: GPL-2.0
#pragma once
#include <cstdint>

#include "perfdata/abi.h"
#include "perfdata/byte_order.h"
#include "perfdata/byte_source.h"
#include "perfdata/chunk.h"

namespace spile::perfdata {

// One record where it lies in its chunk.
struct Record {
    const std::uint8_t *bytes = nullptr;
    std::uint32_t type = 0;
    std::uint16_t size = 0;  // bytes, header included
};

// A stream of records, parsed in place from large reads.
//
//   while (stream.fill())
//       while (stream.next(record)) use(record);
//
// A record stays valid until the next fill(), or for as long as the caller
// holds its chunk (ChunkPool::hold).
class RecordStream {
public:
    RecordStream(ByteSource &source, ChunkPool &pool, ByteOrder order, std::uint64_t file_offset);
    RecordStream(const RecordStream &) = delete;
    RecordStream &operator=(const RecordStream &) = delete;
    ~RecordStream();

    // Reads more bytes behind those not yet consumed. False when the source has
    // no more; then leftover() tells what remains unconsumed.
    bool fill();

    // The next whole record, or false when it is not all here yet.
    // Throws Error(Fault::damaged) when its size cannot be right.
    bool next(Record &record)
    {
        if (end_ - cursor_ < static_cast<std::ptrdiff_t>(record_header_bytes)) return false;
        std::uint16_t size = order_.u16(cursor_ + 6);
        if (size < record_header_bytes) [[unlikely]] throw_bad_size(size);
        if (end_ - cursor_ < size) return false;
        record.bytes = cursor_;
        record.type = order_.u32(cursor_);
        record.size = size;
        cursor_ += size;
        return true;
    }

    // Takes up to `n` raw bytes (a payload behind a record); may return fewer.
    std::size_t take_raw(std::uint64_t n, const std::uint8_t *&bytes);

    [[nodiscard]] std::size_t leftover() const noexcept { return static_cast<std::size_t>(end_ - cursor_); }
    // Position of the next record: bytes from the start of the input.
    [[nodiscard]] std::uint64_t offset() const noexcept { return end_offset_ - leftover(); }
    [[nodiscard]] std::uint64_t bytes_read() const noexcept { return bytes_read_; }
    [[nodiscard]] ByteOrder order() const noexcept { return order_; }

private:
    [[noreturn]] void throw_bad_size(std::uint16_t size) const;
    void make_room();

    ByteSource &source_;
    ChunkPool &pool_;
    ByteOrder order_;
    Chunk *chunk_;
    std::uint8_t *cursor_;
    std::uint8_t *end_;
    std::uint64_t end_offset_;
    std::uint64_t bytes_read_ = 0;
};

}  // namespace spile::perfdata
