// SPDX-License-Identifier: GPL-2.0
#pragma once
#include <cstdint>

namespace spile::inject::mapping_tag {

// What Marker notes at a mapping (Mapping::tag).
inline constexpr std::uint32_t hugetlb = 1u << 31;   // true of this mapping, not of its file
inline constexpr std::uint32_t settled = 1u << 30;  // a hit was seen to: its id or its record is written
inline constexpr std::uint32_t record = settled - 1;  // mask: which record was held back
inline constexpr std::uint32_t no_record = record;

}  // namespace spile::inject::mapping_tag
