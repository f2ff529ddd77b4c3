// SPDX-License-Identifier: GPL-2.0
// The table of the files of an event.
#include "control/event_directory.hh"

#include "control/files/event_files.hh"

namespace spile
{

namespace
{

constexpr FileRow<EventOf> rows[] = {
    {"format", 0440, make_event_format},
    {"id", 0440, make_event_id},
};

class EventDirectory final : public Directory
{
  public:
    EventDirectory(Instance &instance, EventType &type) : of_{instance, type} {}

    unsigned does() const override { return does_fill; }

    Result<void> fill(Node node) override
    {
        Locked lock(mutex_);
        if (!filled_)
            TRY(populate_missing(node, of_, rows));
        if (!filled_ && is_sched_switch())
            TRY(if_missing(node.add_file("enable", 0640, TRY(make_events_enable(of_.instance)))));
        filled_ = true;
        return Ok{};
    }

  private:
    // The one event that can be recorded so far.
    bool is_sched_switch() const
    {
        return of_.type.system() == "sched" && of_.type.name() == "sched_switch";
    }

    EventOf of_;
    Mutex mutex_{"spile event directory"};
    bool filled_ = false;
};

} // namespace

Result<void> add_event_directory(Node system, Instance &instance, EventType &type)
{
    Box<Directory> directory(TRY(make_box<EventDirectory>(instance, type)));
    return if_missing(system.add_directory(type.name(), spile::move(directory)));
}

Result<void> add_ftrace_directory(Node ftrace, const FormatText &entry)
{
    Result<Node> made = ftrace.add_directory(entry.name);
    if (!made && made.error() != Errno::exists)
        return made.error();
    Node node = TRY(ftrace.directory(entry.name));
    TRY(if_missing(node.add_file("format", 0440, TRY(make_ftrace_format(entry)))));
    if (entry.name == "function" || entry.name == "print")
        TRY(if_missing(node.add_file("id", 0440, TRY(make_ftrace_id(entry)))));
    return Ok{};
}

} // namespace spile
