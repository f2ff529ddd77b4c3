// SPDX-License-Identifier: GPL-2.0
// events/enable: of no events yet, which tracefs shows as '?'. Scripts write 0
// here to reset everything.
#include "files.hh"

#include "base/scan.hh"
#include "control/text_file.hh"

namespace spile {

namespace {

class EventsEnable final : public TextFile {
  public:
    Result<void> show(Printer &out) override
    {
        out.text("?\n");
        return out.status();
    }
    Result<void> store(Text written) override
    {
        u64 value = TRY(scan_u64(command_of(written), 10));
        return value <= 1 ? Result<void>(Ok{}) : Errno::invalid;
    }
    WriteLimit limit() const override { return {63, TooLong::refuse}; }
};

} // namespace

Result<Box<File>> make_events_enable(Instance &)
{
    return Box<File>(TRY(make_box<EventsEnable>()));
}

} // namespace spile
