// SPDX-License-Identifier: GPL-2.0
// trace_options (all names in one file, "no" in front of what is off) and
// options/NAME (0 or 1).
#include "files.hh"

#include "base/scan.hh"
#include "control/text_file.hh"

namespace spile {

namespace {

// trace_options speaks of it: options of a tracer only while it is the current one.
bool is_listed(const OptionRow &row, Instance &instance)
{
    switch (row.of) {
    case OptionOf::all:
    case OptionOf::top:
        return exists(row);
    case OptionOf::function:
        return instance.tracer() == TracerKind::function;
    case OptionOf::nop:
        return instance.tracer() == TracerKind::nop;
    }
    return false;
}

class TraceOptions final : public TextFile {
  public:
    explicit TraceOptions(Instance &instance) : instance_(instance) {}

    Result<void> show(Printer &out) override
    {
        for (const OptionRow &row : option_rows)
            if (is_listed(row, instance_))
                out.text(instance_.options().get(row.option) ? "" : "no").text(row.name).ch('\n');
        return out.status();
    }
    Result<void> store(Text written) override
    {
        Text name = command_of(written);
        bool on = !name.starts_with("no");
        Text bare = on ? name : name.from(2);
        for (const OptionRow &row : option_rows)
            if (row.name == bare && is_listed(row, instance_))
                return instance_.set_option(row.option, on);
        instance_.errors().add("trace_options", "No such option", name, on ? 0 : 2);
        return Errno::invalid;
    }
    WriteLimit limit() const override { return {63, TooLong::refuse}; }

  private:
    Instance &instance_;
};

class OptionFile final : public TextFile {
  public:
    OptionFile(Instance &instance, const OptionRow &row) : instance_(instance), row_(row) {}

    Result<void> show(Printer &out) override
    {
        out.dec(instance_.options().get(row_.option)).ch('\n');
        return out.status();
    }
    Result<void> store(Text written) override
    {
        u64 value = TRY(scan_u64(command_of(written), 10));
        if (value > 1)
            return Errno::invalid;
        bool on = value == 1;
        if (on == instance_.options().get(row_.option))
            return Ok{}; // nobody is asked whether he agrees
        return instance_.set_option(row_.option, on);
    }
    WriteLimit limit() const override { return {63, TooLong::refuse}; }

  private:
    Instance &instance_;
    const OptionRow &row_;
};

} // namespace

Result<Box<File>> make_trace_options(Instance &instance)
{
    return make_file<TraceOptions>(instance);
}

Result<Box<File>> make_option(Instance &instance, const OptionRow &row)
{
    return Box<File>(TRY(make_box<OptionFile>(instance, row)));
}

} // namespace spile
