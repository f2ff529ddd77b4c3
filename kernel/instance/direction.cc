// SPDX-License-Identifier: GPL-2.0
// buffer_direction: a ring is another one only while nothing is recorded that chose its way.
#include "instance.hh"

namespace spile {

// What records now, as a user finds it; empty: nothing.
Text Instance::recording()
{
    if (kind_ != TracerKind::nop)
        return "In use by the current tracer: echo nop > current_tracer";
    if (!commands_.empty())
        return "In use by function commands (see set_ftrace_filter)";
    if (sched_switch_.enabled())
        return "In use by events: echo 0 > events/enable";
    return {};
}

Result<void> Instance::set_direction(Direction direction)
{
    Locked lock(mutex_);
    Text name = direction == Direction::forward ? "forward" : "backward";
    auto refuse = [&](Errno error, Text why) {
        errors_.add("buffer_direction", why, name, 0);
        return error;
    };
    if (direction == target_->direction())
        return Ok{};
    if (Text why = recording(); !why.empty())
        return refuse(Errno::busy, why);
    if (direction == Direction::backward && !options_.get(Option::overwrite))
        return refuse(Errno::invalid, "A backward ring overwrites: echo overwrite > trace_options");
    if (target_->buffers().has_snapshot())
        return refuse(Errno::busy, "There is a snapshot: echo 0 > snapshot");
    TRY(expand_locked());
    Result<void> done = target_->buffers().set_direction(direction);
    if (!done)
        return refuse(done.error(), done.error() == Errno::busy
                                        ? Text("Somebody reads or has mapped per_cpu/cpu*/trace_*")
                                        : Text("There is no memory for the ring"));
    target_->reset();
    target_->readers().wake_all(); // trace_pipe ends
    return Ok{};
}

} // namespace spile
