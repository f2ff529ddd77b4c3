// SPDX-License-Identifier: GPL-2.0
// The whole tree of control files.
#pragma once

#include "control/event_tree.hh"
#include "instance/instances.hh"
#include "tree.hh"

namespace spile {

// What the files of the top level speak of.
struct Top {
    Registry &registry;
    Instances &instances;
    Instance &instance;
    EventTree &events;
};

// Fills the root. After an error nothing is left. Errors: no_memory.
Result<void> make_top(const Top &top);
// Removes the instances that users made, then everything.
void remove_top();

// Files that the top level and every instance have.
Result<void> add_instance_files(Node node, Instance &instance, EventTree &events);

// `instances`: mkdir makes an instance, rmdir removes it.
Result<Box<Directory>> make_instances_directory(Top &top);

} // namespace spile
