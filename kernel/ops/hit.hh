// SPDX-License-Identifier: GPL-2.0
// Hit: one call of a traced function, as the gate hands it on.
#pragma once

#include "base/types.hh"

namespace spile {

struct Hit {
    uptr ip;          // the call site
    uptr parent_ip;   // return address of the traced function
    usize cpu_offset; // this CPU's copy of per-CPU memory is at base + cpu_offset
    void *regs;       // struct ftrace_regs, for callbacks of other modules
};

} // namespace spile
