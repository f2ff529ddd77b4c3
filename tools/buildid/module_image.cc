// SPDX-License-Identifier: GPL-2.0
#include "buildid/module_image.h"

#include <lzma.h>
#include <memory>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

namespace spile::buildid {

namespace {

// One step of any of the three: takes some of the input, gives some output.
struct Step {
    std::size_t taken = 0, given = 0;
    bool done = false, failed = false;
};

class Codec {
public:
    virtual ~Codec() = default;
    virtual Step step(const std::uint8_t *in, std::size_t in_bytes, std::uint8_t *out, std::size_t out_bytes) = 0;
};

class Gzip final : public Codec {
public:
    Gzip() { ready_ = inflateInit2(&stream_, 15 + 16) == Z_OK; }
    ~Gzip() override
    {
        if (ready_) inflateEnd(&stream_);
    }
    Step step(const std::uint8_t *in, std::size_t in_bytes, std::uint8_t *out, std::size_t out_bytes) override
    {
        if (!ready_) return {.failed = true};
        stream_.next_in = const_cast<std::uint8_t *>(in);
        stream_.avail_in = static_cast<uInt>(in_bytes);
        stream_.next_out = out;
        stream_.avail_out = static_cast<uInt>(out_bytes);
        int result = inflate(&stream_, Z_NO_FLUSH);
        bool failed = result != Z_OK && result != Z_STREAM_END && result != Z_BUF_ERROR;
        return {in_bytes - stream_.avail_in, out_bytes - stream_.avail_out, result == Z_STREAM_END, failed};
    }

private:
    z_stream stream_{};
    bool ready_ = false;
};

class Xz final : public Codec {
public:
    Xz() { ready_ = lzma_stream_decoder(&stream_, 256u << 20, LZMA_CONCATENATED) == LZMA_OK; }
    ~Xz() override { lzma_end(&stream_); }
    Step step(const std::uint8_t *in, std::size_t in_bytes, std::uint8_t *out, std::size_t out_bytes) override
    {
        if (!ready_) return {.failed = true};
        stream_.next_in = in;
        stream_.avail_in = in_bytes;
        stream_.next_out = out;
        stream_.avail_out = out_bytes;
        lzma_ret result = lzma_code(&stream_, in_bytes == 0 ? LZMA_FINISH : LZMA_RUN);
        bool failed = result != LZMA_OK && result != LZMA_STREAM_END && result != LZMA_BUF_ERROR;
        return {in_bytes - stream_.avail_in, out_bytes - stream_.avail_out, result == LZMA_STREAM_END, failed};
    }

private:
    lzma_stream stream_ = LZMA_STREAM_INIT;
    bool ready_ = false;
};

class Zstd final : public Codec {
public:
    ~Zstd() override { ZSTD_freeDStream(stream_); }
    Step step(const std::uint8_t *in, std::size_t in_bytes, std::uint8_t *out, std::size_t out_bytes) override
    {
        ZSTD_inBuffer input{in, in_bytes, 0};
        ZSTD_outBuffer output{out, out_bytes, 0};
        std::size_t result = ZSTD_decompressStream(stream_, &output, &input);
        return {input.pos, output.pos, result == 0, ZSTD_isError(result) != 0};
    }

private:
    ZSTD_DStream *stream_ = ZSTD_createDStream();
};

std::unique_ptr<Codec> make_codec(Compression compression)
{
    switch (compression) {
    case Compression::gzip: return std::make_unique<Gzip>();
    case Compression::xz: return std::make_unique<Xz>();
    case Compression::zstd: return std::make_unique<Zstd>();
    case Compression::none: break;
    }
    return nullptr;
}

}  // namespace

std::vector<std::uint8_t> unpack(int fd, Compression compression)
{
    auto codec = make_codec(compression);
    if (!codec) return {};
    std::vector<std::uint8_t> image, input(64 * 1024);
    std::size_t filled = 0;
    bool at_end = false;
    std::size_t have = 0, used = 0;
    for (;;) {
        if (used == have && !at_end) {
            ssize_t got = ::read(fd, input.data(), input.size());
            if (got < 0) return {};
            have = static_cast<std::size_t>(got);
            used = 0;
            at_end = got == 0;
        }
        if (image.size() == filled) {
            if (filled >= max_module_bytes) return {};
            image.resize(std::max<std::size_t>(256 * 1024, filled * 2));
        }
        Step step = codec->step(input.data() + used, have - used, image.data() + filled, image.size() - filled);
        used += step.taken;
        filled += step.given;
        if (step.failed) return {};
        if (step.done && (at_end || compression != Compression::xz)) break;
        // An input that ends early gives neither bytes nor an end.
        if (at_end && step.taken == 0 && step.given == 0) return {};
    }
    image.resize(filled);
    return image;
}

}  // namespace spile::buildid
