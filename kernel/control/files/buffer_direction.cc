// SPDX-License-Identifier: GPL-2.0
// buffer_direction: whether the ring is written forward, to be consumed, or backward, to be
// looked at newest first. Not in tracefs.
#include "files.hh"

#include "control/text_file.hh"

namespace spile {

namespace {

class BufferDirection final : public TextFile {
  public:
    explicit BufferDirection(Instance &instance) : instance_(instance) {}

    Result<void> show(Printer &out) override
    {
        bool forward = instance_.target().direction() == Direction::forward;
        out.text(forward ? "[forward] backward\n" : "forward [backward]\n");
        return out.status();
    }
    Result<void> store(Text written) override
    {
        Text name = command_of(written);
        if (name == "forward")
            return instance_.set_direction(Direction::forward);
        if (name == "backward")
            return instance_.set_direction(Direction::backward);
        instance_.errors().add("buffer_direction", "Neither forward nor backward", name, 0);
        return Errno::invalid;
    }
    WriteLimit limit() const override { return {63, TooLong::refuse}; }

  private:
    Instance &instance_;
};

} // namespace

Result<Box<File>> make_buffer_direction(Instance &instance)
{
    return make_file<BufferDirection>(instance);
}

} // namespace spile
