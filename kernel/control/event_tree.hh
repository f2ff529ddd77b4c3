// SPDX-License-Identifier: GPL-2.0
// The directories `events` of all instances: events/SYSTEM/EVENT. Each is filled when
// somebody first looks into it, and from then on follows the events that come and go with
// modules.
//
// Locks: that of the events, then that of the tree, then the file system's. No file below
// `events` takes the tree's: it is held while the directory of an event is removed, which
// waits for who is inside of its files.
#pragma once

#include "control/tree.hh"
#include "event/event_types.hh"
#include "instance/instance.hh"

namespace spile
{

class EventsDirectory;
class SystemDirectory;

class EventTree
{
  public:
    explicit EventTree(EventTypes &types) : types_(types) {}

    EventTypes &types() { return types_; }

    // Adds `events` of an instance to its directory. Errors: those of add_directory().
    Result<void> add_to(Node node, Instance &instance);

    // An event is there; under the mutex of the types. Errors: no_memory: it is there, but
    // some directory lacks it.
    Result<void> came(EventType &type);
    // It is gone; not under that mutex. One call of the two at a time.
    void went(EventType &type);

  private:
    friend EventsDirectory;
    friend SystemDirectory;

    EventTypes &types_;
    Mutex mutex_{"spile event tree"};
    List<EventsDirectory> tops_;    // those that were looked into
    List<SystemDirectory> systems_; // the same
};

} // namespace spile
