// SPDX-License-Identifier: GPL-2.0
// What is in the directory of an event.
#pragma once

#include "control/tree.hh"
#include "event/event_type.hh"
#include "event/format.hh"
#include "instance/instance.hh"

namespace spile
{

// What the files of an event speak of.
struct EventOf {
    Instance &instance;
    EventType &type;
};

// Adds the directory of an event to that of its system.
Result<void> add_event_directory(Node system, Instance &instance, EventType &type);
// Adds the directory of an entry that is no event.
Result<void> add_ftrace_directory(Node ftrace, const FormatText &entry);

} // namespace spile
