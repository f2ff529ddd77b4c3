// SPDX-License-Identifier: GPL-2.0
#include "files.hh"

#include "control/text_file.hh"

namespace spile {

namespace {

class ErrorLogFile final : public TextFile {
  public:
    explicit ErrorLogFile(Instance &instance) : instance_(instance) {}

    Result<void> show(Printer &out) override { return instance_.errors().print(out); }
    Result<void> truncated() override
    {
        instance_.errors().clear();
        return Ok{};
    }
    // Writing does nothing by itself; `>` has cleared the log.
    Result<void> store(Text) override { return Ok{}; }
    WriteLimit limit() const override { return {4095, TooLong::cut}; } // of any length

  private:
    Instance &instance_;
};

} // namespace

Result<Box<File>> make_error_log(Instance &instance) { return make_file<ErrorLogFile>(instance); }

} // namespace spile
