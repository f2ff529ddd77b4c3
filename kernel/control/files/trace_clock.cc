// SPDX-License-Identifier: GPL-2.0
// trace_clock: the clocks there are, the current one in brackets.
#include "files.hh"

#include "control/text_file.hh"

namespace spile {

namespace {

class TraceClock final : public TextFile {
  public:
    explicit TraceClock(Instance &instance) : instance_(instance) {}

    Result<void> show(Printer &out) override
    {
        ClockKind current = instance_.target().clock();
        Text between = "";
        for (const ClockRow &row : clock_rows) {
            bool is_current = row.kind == current;
            out.text(between).text(is_current ? "[" : "").text(row.name);
            out.text(is_current ? "]" : "");
            between = " ";
        }
        out.ch('\n');
        return out.status();
    }
    Result<void> store(Text written) override
    {
        Text name = command_of(written);
        Result<ClockKind> clock = clock_named(name);
        if (!clock) {
            instance_.errors().add("trace_clock", "No such clock (see trace_clock)", name, 0);
            return clock.error();
        }
        instance_.set_clock(clock.value());
        return Ok{};
    }
    WriteLimit limit() const override { return {63, TooLong::refuse}; }

  private:
    Instance &instance_;
};

} // namespace

Result<Box<File>> make_trace_clock(Instance &instance) { return make_file<TraceClock>(instance); }

} // namespace spile
