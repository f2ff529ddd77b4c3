// SPDX-License-Identifier: GPL-2.0
#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "perfdata/abi.h"
#include "perfdata/attr.h"
#include "perfdata/byte_order.h"

namespace spile::perfdata {

// The set of optional sections that a recording has: 256 bits.
class FeatureSet {
public:
    [[nodiscard]] bool has(unsigned bit) const noexcept { return (words_[bit / 64] >> (bit % 64) & 1) != 0; }
    void set(unsigned bit) noexcept { words_[bit / 64] |= std::uint64_t{1} << (bit % 64); }
    void clear(unsigned bit) noexcept { words_[bit / 64] &= ~(std::uint64_t{1} << (bit % 64)); }
    [[nodiscard]] unsigned count() const noexcept;
    // 32 bytes, as in the file's header.
    void load(const std::uint8_t *p, ByteOrder order);
    void store(std::uint8_t *p, ByteOrder order) const;

private:
    std::array<std::uint64_t, feature_bits / 64> words_{};
};

// The header of a recording in file mode (sections, see abi.h).
struct FileHeader {
    std::uint64_t attr_entry_bytes = 0;  // one attribute plus its Section of ids
    Section attrs{}, data{}, event_types{};
    FeatureSet features;

    // `bytes` is 72 or 104 long.
    [[nodiscard]] static FileHeader parse(std::span<const std::uint8_t> bytes, ByteOrder order);
    [[nodiscard]] std::array<std::uint8_t, file_header_bytes> encode(ByteOrder order) const;
};

// What the first 16 bytes tell.
struct Preamble {
    ByteOrder order;
    std::uint64_t header_bytes = 0;
    [[nodiscard]] bool pipe_mode() const noexcept { return header_bytes == pipe_header_bytes; }

    // Throws Error: not_perf_data, or unsupported for the format before perf 3.0.
    [[nodiscard]] static Preamble parse(std::span<const std::uint8_t> bytes);
    [[nodiscard]] static std::array<std::uint8_t, pipe_header_bytes> encode_pipe(ByteOrder order);
};

// Reads the attributes and ids of a file. Throws Error(truncated or damaged).
// No more is allocated than the file is long.
[[nodiscard]] std::vector<EventAttr> read_attrs(int fd, const FileHeader &header, ByteOrder order,
                                                std::uint64_t file_bytes);

// Reads exactly `section`. Throws Error(Fault::truncated) with `what` in its text.
[[nodiscard]] std::vector<std::uint8_t> read_section(int fd, Section section, std::uint64_t file_bytes,
                                                     const char *what);

}  // namespace spile::perfdata
