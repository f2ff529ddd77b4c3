// SPDX-License-Identifier: GPL-2.0
// events/SYSTEM/EVENT/id
#include "event_files.hh"

#include "control/text_file.hh"

namespace spile
{

namespace
{

class EventId final : public TextFile
{
  public:
    explicit EventId(u32 id) : id_(id) {}

    Result<void> show(Printer &out) override
    {
        out.dec(id_).ch('\n');
        return out.status();
    }

  private:
    u32 id_;
};

} // namespace

Result<Box<File>> make_event_id(EventOf &of)
{
    return Box<File>(TRY(make_box<EventId>(of.type.id())));
}

Result<Box<File>> make_ftrace_id(const FormatText &entry)
{
    return Box<File>(TRY(make_box<EventId>(entry.id)));
}

} // namespace spile
