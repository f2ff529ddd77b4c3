// SPDX-License-Identifier: GPL-2.0
#pragma once
#include <cstdint>
#include <span>

#include "perfdata/byte_source.h"

namespace spile::perfdata {

// The records inside COMPRESSED records: one zstd stream that goes on from each
// such record to the next. Memory is bounded by zstd's window (at most 128 MiB,
// 8 MiB up to level 19), whatever a record claims.
// Source: perf.data-file-format, PERF_RECORD_COMPRESSED.
class Decompressor final : public ByteSource {
public:
    Decompressor() = default;
    Decompressor(const Decompressor &) = delete;
    Decompressor &operator=(const Decompressor &) = delete;
    ~Decompressor() override;

    // Gives the next compressed bytes; they must stay until read() returned 0.
    void feed(std::span<const std::uint8_t> compressed);
    // Decompressed bytes; 0 when the bytes fed are used up.
    // Throws Error(Fault::damaged).
    std::size_t read(std::uint8_t *to, std::size_t n) override;

private:
    void *stream_ = nullptr;
    std::span<const std::uint8_t> input_;
    std::size_t used_ = 0;
    bool more_inside_ = false;
};

}  // namespace spile::perfdata
