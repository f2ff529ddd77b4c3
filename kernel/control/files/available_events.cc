// SPDX-License-Identifier: GPL-2.0
// available_events: "SYSTEM:EVENT", a line each.
#include "files.hh"

#include "control/text_file.hh"

namespace spile
{

namespace
{

class AvailableEvents final : public TextFile
{
  public:
    explicit AvailableEvents(Top &top) : types_(top.events.types()) {}

    Result<void> show(Printer &out) override
    {
        Locked lock(types_.mutex());
        for (EventSystem &system : types_.systems())
            system.for_each_present([&](EventType &type) {
                out.text(type.system()).ch(':').text(type.name()).ch('\n');
            });
        return out.status();
    }

  private:
    EventTypes &types_;
};

} // namespace

Result<Box<File>> make_available_events(Top &top) { return make_file<AvailableEvents>(top); }

} // namespace spile
