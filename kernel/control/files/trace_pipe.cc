// SPDX-License-Identifier: GPL-2.0
// trace_pipe and per_cpu/cpuN/trace_pipe: records as they come; what is read is gone. A reader that has read
// something gets the end of the file once tracing is off and the ring empty; until
// then it waits.
#include "files.hh"

#include "control/stream_file.hh"
#include "output/line.hh"

namespace spile {

namespace {

class PipeReader final : public StreamSession {
  public:
    PipeReader(Instance &instance, unsigned cpu, Box<LinePrinter> printer)
        : instance_(instance), cpu_(cpu), printer_(spile::move(printer))
    {
    }

    Result<void> fill(Printer &out, usize room) override
    {
        if (is_backward()) // by now: it ends
            return Ok{};
        RingUse ring = instance_.target().buffers().use();
        ConsumingReader reader(*ring, cpu_);
        const Entry *entry = reader.peek();
        if (!entry)
            return at_end() ? Result<void>(Ok{}) : Errno::again;
        printer_->count_from(1); // as the kernel does
        for (; entry && out.size() < room; entry = reader.peek()) {
            printer_->print(out, *entry, instance_.output_options());
            TRY(out.status());
            reader.advance();
        }
        has_read_ = true;
        return Ok{};
    }
    bool ready() override
    {
        return at_end() || is_backward() ||
               !instance_.target().buffers().use()->arm_wake(cpu_);
    }
    bool always_polls() override { return instance_.options().get(Option::block); }

  private:
    bool is_backward() const { return instance_.target().direction() == Direction::backward; }
    bool at_end() const { return has_read_ && !instance_.target().is_on(); }

    Instance &instance_;
    unsigned cpu_;
    Box<LinePrinter> printer_;
    bool has_read_ = false;
};

class TracePipe final : public StreamFile {
  public:
    TracePipe(Instance &instance, unsigned cpu) : instance_(instance), cpu_(cpu) {}

    Result<Box<StreamSession>> begin() override
    {
        if (instance_.target().direction() == Direction::backward) {
            instance_.errors().add("trace_pipe",
                                   "The ring is written backward: nothing of it is consumed. See "
                                   "trace, per_cpu/cpu*/trace_backward and buffer_direction",
                                   "trace_pipe", 0);
            return Errno::not_supported;
        }
        Box<LinePrinter> printer =
            TRY(LinePrinter::create(AnnotateCpus::no, instance_.line_format()));
        return Box<StreamSession>(TRY(make_box<PipeReader>(instance_, cpu_, spile::move(printer))));
    }
    spile_wait *readers() override { return instance_.target().readers().of_ring().raw(); }

  private:
    Instance &instance_;
    unsigned cpu_;
};

} // namespace

Result<Box<File>> make_trace_pipe(Instance &instance)
{
    return make_trace_pipe_of({instance, all_cpus});
}
Result<Box<File>> make_trace_pipe_of(const CpuOfInstance &of)
{
    return Box<File>(TRY(make_box<TracePipe>(of.instance, of.cpu)));
}

} // namespace spile
