// SPDX-License-Identifier: GPL-2.0
// Core: everything the module has, made at load and unmade at unload.
#pragma once

#include "control/event_tree.hh"
#include "gate.hh"
#include "instance/instances.hh"
#include "symbols.hh"

namespace spile {

struct Core {
    KernelSymbols symbols;
    Gate gate;
    Registry registry{symbols, gate};
    Instances instances;
    EventTypes event_types{SPILE_RECORD_FIRST_EVENT + 1}; // that is sched_switch's
    EventTree event_tree{event_types};
    Instance *top = nullptr;
};

// Null before load and after unload; otherwise the one object, in core_storage.
extern constinit Core *core;

// Static storage, so that the hit path needs no load to find it. It is alive from
// before the gate opens until after it is closed.
extern constinit unsigned char core_storage[];
[[gnu::always_inline]] inline Core &core_on_hit()
{
    return *reinterpret_cast<Core *>(core_storage);
}

} // namespace spile
