// SPDX-License-Identifier: GPL-2.0
#pragma once
#include <cstdint>

namespace spile::inject::mapping_tag {

// What Marker notes at a mapping (Mapping::tag).
inline constexpr std::uint32_t hugetlb = 1u << 31;   // true of this mapping, not of its file
inline constexpr std::uint32_t released = 1u << 30;  // its record was held back and is written now
inline constexpr std::uint32_t record = released - 1;  // mask: which record was held back
inline constexpr std::uint32_t no_record = record;

}  // namespace spile::inject::mapping_tag
