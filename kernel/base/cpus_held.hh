// SPDX-License-Identifier: GPL-2.0
// CpusHeld: no CPU comes or goes while it lives. Before the mutexes that one that comes takes.
#pragma once

#include "glue/cpus.h"

namespace spile {

struct CpusHeld {
    CpusHeld() { spile_cpus_hold(); }
    ~CpusHeld() { spile_cpus_release(); }
    CpusHeld(const CpusHeld &) = delete;
    CpusHeld &operator=(const CpusHeld &) = delete;
};

} // namespace spile
