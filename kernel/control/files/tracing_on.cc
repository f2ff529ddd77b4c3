// SPDX-License-Identifier: GPL-2.0
#include "files.hh"

#include "base/scan.hh"
#include "control/text_file.hh"

namespace spile {

namespace {

class TracingOn final : public TextFile {
  public:
    explicit TracingOn(Instance &instance) : instance_(instance) {}

    Result<void> show(Printer &out) override
    {
        out.dec(instance_.target().is_on()).ch('\n');
        return out.status();
    }
    // Any number: 0 is off, all else is on.
    Result<void> store(Text written) override
    {
        u64 value = TRY(scan_u64(command_of(written), 10));
        instance_.target().set_on(value != 0);
        return Ok{};
    }
    WriteLimit limit() const override { return {63, TooLong::refuse}; }

  private:
    Instance &instance_;
};

} // namespace

Result<Box<File>> make_tracing_on(Instance &instance) { return make_file<TracingOn>(instance); }

} // namespace spile
