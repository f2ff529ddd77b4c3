// SPDX-License-Identifier: GPL-2.0
// trace_marker and trace_marker_raw: each write(2) is a record. They are only written to.
#include "files.hh"

#include "control/text_file.hh"
#include "tracer/marker.hh"

namespace spile {

namespace {

// As long as the running kernel's, and as fits.
usize smaller(usize kernel_limit, usize room)
{
    return kernel_limit ? min(kernel_limit, room) : room;
}

class TextMarker final : public TextFile {
  public:
    explicit TextMarker(Instance &instance) : instance_(instance) {}

    Result<void> store(Text written) override
    {
        if (!instance_.options().get(Option::markers))
            return Errno::invalid;
        return markers().text(written);
    }
    void faulted() override
    {
        if (instance_.options().get(Option::markers))
            markers().faulted_text();
    }
    WriteLimit limit() const override
    {
        return {smaller(spile_kernel()->marker_bytes, markers().text_room()), TooLong::shorten};
    }

  private:
    Markers markers() const { return {instance_.target(), spile_kernel()->marker_ip}; }

    Instance &instance_;
};

class RawMarker final : public TextFile {
  public:
    explicit RawMarker(Instance &instance) : instance_(instance) {}

    Result<void> store(Text written) override
    {
        if (!instance_.options().get(Option::markers))
            return Errno::invalid;
        return markers().raw(written);
    }
    void faulted() override
    {
        if (instance_.options().get(Option::markers))
            markers().faulted_raw();
    }
    WriteLimit limit() const override
    {
        usize room = markers().raw_room();
        return {smaller(spile_kernel()->raw_marker_bytes, room), TooLong::shorten,
                smaller(spile_kernel()->raw_marker_refused, room)};
    }

  private:
    Markers markers() const { return {instance_.target(), 0}; }

    Instance &instance_;
};

} // namespace

Result<Box<File>> make_trace_marker(Instance &instance) { return make_file<TextMarker>(instance); }

Result<Box<File>> make_trace_marker_raw(Instance &instance)
{
    return make_file<RawMarker>(instance);
}

} // namespace spile
