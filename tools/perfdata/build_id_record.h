// SPDX-License-Identifier: GPL-2.0
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "buildid/build_id.h"
#include "perfdata/byte_order.h"

namespace spile::perfdata {

// A HEADER_BUILD_ID record: "the object of this name has this id". The same
// bytes stand in the stream and in the BUILD_ID feature of a file.
struct BuildIdRecord {
    std::int32_t pid = -1;         // the machine: -1 is the host, else a guest's process
    std::uint16_t cpumode = 0;     // misc::kernel, misc::user, ...
    buildid::BuildId id;
    std::string_view name;

    // nullopt when `bytes` (header included) are too short to be one. An id
    // without a stated size (perf before 5.11) counts as 20 bytes.
    [[nodiscard]] static std::optional<BuildIdRecord> parse(std::span<const std::uint8_t> bytes, ByteOrder order);

    // Appends the record; false, and nothing appended, when its name is too long
    // for a record. The type is 0 in a feature section and 67 in a stream.
    bool encode(std::vector<std::uint8_t> &to, std::uint32_t type, ByteOrder order) const;
};

}  // namespace spile::perfdata
