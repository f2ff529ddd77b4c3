// SPDX-License-Identifier: GPL-2.0
// events/SYSTEM/EVENT/format
#include "event_files.hh"

#include "control/text_file.hh"

namespace spile
{

namespace
{

class EventFormat final : public TextFile
{
  public:
    explicit EventFormat(EventOf &of) : type_(of.type) {}

    Result<void> show(Printer &out) override { return type_.print_format(out); }

  private:
    const EventType &type_;
};

class FtraceFormat final : public TextFile
{
  public:
    explicit FtraceFormat(const FormatText &entry) : entry_(entry) {}

    Result<void> show(Printer &out) override
    {
        print_format(out, entry_);
        return out.status();
    }

  private:
    const FormatText &entry_;
};

} // namespace

Result<Box<File>> make_event_format(EventOf &of) { return make_file<EventFormat>(of); }

Result<Box<File>> make_ftrace_format(const FormatText &entry)
{
    return make_file<FtraceFormat>(entry);
}

} // namespace spile
