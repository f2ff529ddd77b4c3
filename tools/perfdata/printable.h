// SPDX-License-Identifier: GPL-2.0
#pragma once
#include <string>
#include <string_view>

namespace spile::perfdata {

// Names come from recordings, which may come from anyone: control characters
// must not reach a terminal. They are written as \xNN.
[[nodiscard]] std::string printable(std::string_view bytes);

}  // namespace spile::perfdata
