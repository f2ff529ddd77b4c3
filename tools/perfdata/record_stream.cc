// SPDX-License-Identifier: GPL-2.0
#include "perfdata/record_stream.h"

#include <algorithm>
#include <cstring>
#include <string>

#include "perfdata/error.h"

namespace spile::perfdata {

// Less free space than this is not worth a read of its own.
static constexpr std::ptrdiff_t min_room = 16 * 1024;
// What is read at once is parsed and written while the cache still has it, and
// leaves room for the rest of the largest record.
static constexpr std::ptrdiff_t largest_read = 32 * 1024;

RecordStream::RecordStream(ByteSource &source, ChunkPool &pool, ByteOrder order, std::uint64_t file_offset)
    : source_(source), pool_(pool), order_(order), chunk_(pool.take()), cursor_(chunk_->data()), end_(cursor_),
      end_offset_(file_offset)
{
}

RecordStream::~RecordStream()
{
    pool_.drop(chunk_);
}

void RecordStream::make_room()
{
    if (chunk_->refs == 1) {
        // No one else looks into this chunk: start again at its front. The
        // remainder is less than one record.
        if (cursor_ == chunk_->data()) return;
        std::size_t rest = leftover();
        std::memmove(chunk_->data(), cursor_, rest);
        cursor_ = chunk_->data();
        end_ = cursor_ + rest;
        return;
    }
    if (chunk_->limit() - end_ >= min_room) return;
    Chunk *fresh = pool_.take();
    std::size_t rest = leftover();
    std::memcpy(fresh->data(), cursor_, rest);
    pool_.drop(chunk_);
    chunk_ = fresh;
    cursor_ = fresh->data();
    end_ = cursor_ + rest;
}

bool RecordStream::fill()
{
    make_room();
    std::size_t got = source_.read(end_, static_cast<std::size_t>(std::min(chunk_->limit() - end_, largest_read)));
    end_ += got;
    end_offset_ += got;
    bytes_read_ += got;
    return got > 0;
}

std::size_t RecordStream::take_raw(std::uint64_t n, const std::uint8_t *&bytes)
{
    std::size_t take = static_cast<std::size_t>(std::min<std::uint64_t>(n, leftover()));
    bytes = cursor_;
    cursor_ += take;
    return take;
}

void RecordStream::throw_bad_size(std::uint16_t size) const
{
    throw Error(Fault::damaged, "damaged record at byte " + std::to_string(offset()) + ": its size is " +
                                    std::to_string(size) + " bytes, expected at least 8");
}

}  // namespace spile::perfdata
