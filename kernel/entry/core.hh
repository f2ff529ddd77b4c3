// SPDX-License-Identifier: GPL-2.0
// Core: everything the module has, made at load and unmade at unload.
#pragma once

#include "gate.hh"
#include "instance/instances.hh"
#include "ops/recursion.hh"
#include "symbols.hh"

namespace spile {

struct Core {
    KernelSymbols symbols;
    Gate gate;
    Registry registry{symbols, gate};
    Instances instances;
    Instance *top = nullptr;
    HitCpus hit_cpus;
};

// Null before load and after unload. The hit path reads it: set before the gate
// opens, cleared after it is closed.
extern constinit Core *core;

} // namespace spile
