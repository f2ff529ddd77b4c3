// SPDX-License-Identifier: GPL-2.0
#pragma once
#include <cstdint>
#include <vector>

#include "buildid/dso_kind.h"

namespace spile::buildid {

// Unpacks a compressed kernel module from a descriptor into memory, at most
// `max_module_bytes`. Empty when it is not what its name says, or larger.
[[nodiscard]] std::vector<std::uint8_t> unpack(int fd, Compression compression);

inline constexpr std::size_t max_module_bytes = 256 * 1024 * 1024;

}  // namespace spile::buildid
