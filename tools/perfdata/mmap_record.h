// SPDX-License-Identifier: GPL-2.0
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "buildid/build_id.h"
#include "perfdata/byte_order.h"
#include "perfdata/record_stream.h"

namespace spile::perfdata {

// Which file a mapping was of, at the time: all zero when the record does not tell.
struct FileIdentity {
    std::uint32_t major = 0, minor = 0;
    std::uint64_t inode = 0, generation = 0;

    [[nodiscard]] bool known() const noexcept { return major != 0 || minor != 0 || inode != 0 || generation != 0; }
    friend bool operator==(const FileIdentity &, const FileIdentity &) = default;
};

// An MMAP or MMAP2 record, read in place.
struct MmapRecord {
    std::int32_t pid = 0, tid = 0;
    std::uint64_t start = 0, length = 0, page_offset = 0;  // bytes
    std::uint32_t prot = 0, flags = 0;                      // of mmap(2)
    std::uint16_t cpumode = 0;
    FileIdentity file;
    buildid::BuildId id;  // empty unless the record carries one
    std::string_view name;
    std::size_t name_at = 0;  // offset of the name in the record

    [[nodiscard]] bool in_kernel() const noexcept;
    [[nodiscard]] bool in_guest() const noexcept;

    // nullopt when the record is too short or its name has no end.
    [[nodiscard]] static std::optional<MmapRecord> parse(const Record &record, ByteOrder order);
};

// Appends `record` as an MMAP2 with `id` in place of the inode, and `trailer` as
// its sample-id trailer. With an empty id the record keeps its type and inode,
// and only the trailer changes. False, and nothing appended, when it would be
// longer than a record can be.
bool encode_with_build_id(std::vector<std::uint8_t> &to, const Record &record, const MmapRecord &fields,
                          const buildid::BuildId &id, std::span<const std::uint8_t> trailer, ByteOrder order);

// The sample-id trailer of a record whose name begins at `name_at`.
[[nodiscard]] std::span<const std::uint8_t> trailer_of(const Record &record, std::size_t trailer_bytes,
                                                       std::size_t name_at);

}  // namespace spile::perfdata
