// SPDX-License-Identifier: GPL-2.0
#include "perfdata/decompressor.h"

#include <new>
#include <string>
#include <zstd.h>

#include "perfdata/error.h"

namespace spile::perfdata {

// What zstd's highest level uses; refuses a frame that claims more.
static constexpr int largest_window_log = 27;

Decompressor::~Decompressor()
{
    ZSTD_freeDStream(static_cast<ZSTD_DStream *>(stream_));
}

void Decompressor::feed(std::span<const std::uint8_t> compressed)
{
    input_ = compressed;
    used_ = 0;
    if (stream_ != nullptr) return;
    ZSTD_DStream *stream = ZSTD_createDStream();
    if (stream == nullptr) throw std::bad_alloc();
    stream_ = stream;
    ZSTD_DCtx_setParameter(stream, ZSTD_d_windowLogMax, largest_window_log);
}

std::size_t Decompressor::read(std::uint8_t *to, std::size_t n)
{
    // A call may consume input and give nothing yet.
    while (used_ < input_.size() || more_inside_) {
        ZSTD_inBuffer in{input_.data(), input_.size(), used_};
        ZSTD_outBuffer out{to, n, 0};
        std::size_t result = ZSTD_decompressStream(static_cast<ZSTD_DStream *>(stream_), &out, &in);
        if (ZSTD_isError(result))
            throw Error(Fault::damaged, std::string("damaged compressed record: zstd says: ") + ZSTD_getErrorName(result));
        bool progress = in.pos > used_ || out.pos > 0;
        used_ = in.pos;
        more_inside_ = out.pos == out.size;
        if (out.pos > 0) return out.pos;
        if (!progress) break;
    }
    more_inside_ = false;
    return 0;
}

}  // namespace spile::perfdata
