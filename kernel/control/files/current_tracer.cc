// SPDX-License-Identifier: GPL-2.0
#include "files.hh"

#include "control/text_file.hh"

namespace spile {

namespace {

class CurrentTracer final : public TextFile {
  public:
    explicit CurrentTracer(Instance &instance) : instance_(instance) {}

    Result<void> show(Printer &out) override
    {
        out.text(instance_.tracer_name()).ch('\n');
        return out.status();
    }
    Result<void> store(Text written) override
    {
        Text name = command_of(written);
        Result<void> done = instance_.set_tracer(name);
        if (!done && done.error() == Errno::invalid)
            instance_.errors().add("current_tracer", "No such tracer (see available_tracers)",
                                   name, 0);
        return done;
    }
    WriteLimit limit() const override { return {100, TooLong::cut}; }

  private:
    Instance &instance_;
};

class AvailableTracers final : public TextFile {
  public:
    Result<void> show(Printer &out) override
    {
        Text between = "";
        for (const TracerRow &row : tracer_rows) {
            out.text(between).text(row.name);
            between = " ";
        }
        out.ch('\n');
        return out.status();
    }
};

} // namespace

Result<Box<File>> make_current_tracer(Instance &instance)
{
    return make_file<CurrentTracer>(instance);
}

Result<Box<File>> make_available_tracers(Instance &)
{
    return Box<File>(TRY(make_box<AvailableTracers>()));
}

} // namespace spile
