// SPDX-License-Identifier: GPL-2.0
// trace_pipe: records as they come; what is read is gone. A reader that has read
// something gets the end of the file once tracing is off and the ring empty; until
// then it waits.
#include "files.hh"

#include "control/stream_file.hh"
#include "output/line.hh"

namespace spile {

namespace {

class PipeReader final : public StreamSession {
  public:
    PipeReader(Instance &instance, Box<LinePrinter> printer)
        : instance_(instance), printer_(spile::move(printer))
    {
    }

    Result<void> fill(Printer &out, usize room) override
    {
        ConsumingReader reader(instance_.target().ring());
        const Entry *entry = reader.peek();
        if (!entry)
            return at_end() ? Result<void>(Ok{}) : Errno::again;
        for (; entry && out.size() < room; entry = reader.peek()) {
            printer_->print(out, *entry, instance_.output_options());
            TRY(out.status());
            reader.advance();
        }
        has_read_ = true;
        return Ok{};
    }
    bool ready() override { return at_end() || !instance_.target().ring().arm_wake(); }

  private:
    bool at_end() const { return has_read_ && !instance_.target().is_on(); }

    Instance &instance_;
    Box<LinePrinter> printer_;
    bool has_read_ = false;
};

class TracePipe final : public StreamFile {
  public:
    explicit TracePipe(Instance &instance) : instance_(instance) {}

    Result<Box<StreamSession>> begin() override
    {
        Box<LinePrinter> printer = TRY(LinePrinter::create(AnnotateCpus::no));
        return Box<StreamSession>(TRY(make_box<PipeReader>(instance_, spile::move(printer))));
    }
    spile_wait *readers() override { return instance_.target().readers().raw(); }

  private:
    Instance &instance_;
};

} // namespace

Result<Box<File>> make_trace_pipe(Instance &instance) { return make_file<TracePipe>(instance); }

} // namespace spile
