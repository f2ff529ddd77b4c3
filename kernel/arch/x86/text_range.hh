// SPDX-License-Identifier: GPL-2.0
// Where kernel and module text lies. On x86-64 both are in the top 4 GiB of the
// address space, so that 32 bits name any call site.
#pragma once

#include "base/types.hh"

namespace spile {

constexpr uptr text_base = 0xffffffff00000000ul;

} // namespace spile
