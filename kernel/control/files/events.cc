// SPDX-License-Identifier: GPL-2.0
// events/enable, events/sched/enable, events/sched/sched_switch/enable: there is
// one event so far, so each of them switches it.
#include "files.hh"

#include "base/scan.hh"
#include "control/text_file.hh"

namespace spile {

namespace {

class EventsEnable final : public TextFile {
  public:
    explicit EventsEnable(Instance &instance) : instance_(instance) {}

    Result<void> show(Printer &out) override
    {
        out.dec(instance_.sched_switch().enabled()).ch('\n');
        return out.status();
    }
    Result<void> store(Text written) override
    {
        u64 value = TRY(scan_u64(command_of(written), 10));
        if (value > 1)
            return Errno::invalid;
        return instance_.enable_sched_switch(value == 1);
    }
    WriteLimit limit() const override { return {63, TooLong::refuse}; }

  private:
    Instance &instance_;
};

} // namespace

Result<Box<File>> make_events_enable(Instance &instance)
{
    return make_file<EventsEnable>(instance);
}

} // namespace spile
