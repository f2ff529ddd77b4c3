// SPDX-License-Identifier: GPL-2.0
// timestamp_mode: how the times of records are kept. Records have the time since the one
// before them.
#include "files.hh"

#include "control/text_file.hh"

namespace spile {

namespace {

class TimestampMode final : public TextFile {
  public:
    Result<void> show(Printer &out) override
    {
        out.text("[delta] absolute\n");
        return out.status();
    }
};

} // namespace

Result<Box<File>> make_timestamp_mode(Instance &)
{
    return Box<File>(TRY(make_box<TimestampMode>()));
}

} // namespace spile
