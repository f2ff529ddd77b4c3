// SPDX-License-Identifier: GPL-2.0
#pragma once
#include <string>
#include <string_view>

#include "buildid/build_id.h"

namespace spile::buildid {

// Ids of what the running kernel maps itself. They say nothing about a recording
// that another kernel made: the caller compares releases first.

// /sys/kernel/notes below `root` ("" for this machine)
[[nodiscard]] BuildId kernel_build_id(const std::string &root = "");
// /sys/module/NAME/notes/.note.gnu.build-id
[[nodiscard]] BuildId module_build_id(std::string_view name);
// The 64-bit vdso, as this process has it mapped.
[[nodiscard]] BuildId vdso_build_id();
// The vdso of 32-bit processes; empty where such cannot run.
[[nodiscard]] BuildId vdso32_build_id();
// uname -r
[[nodiscard]] std::string kernel_release();

}  // namespace spile::buildid
