// SPDX-License-Identifier: GPL-2.0
// trace: what is in the ring, read without taking it away; `>` empties the ring.
#include "files.hh"

#include "control/text_file.hh"
#include "output/header.hh"
#include "output/line.hh"

namespace spile {

namespace {

// The header, then a record at a time.
class TracePieces final : public Pieces {
  public:
    TracePieces(Instance &instance, Box<SnapshotReader> reader, Box<LinePrinter> printer)
        : instance_(instance), reader_(spile::move(reader)), printer_(spile::move(printer))
    {
    }

    Result<bool> next(Printer &out) override
    {
        if (!header_done_) {
            header_done_ = true;
            print_header(out);
            return true;
        }
        const Entry *entry = reader_->peek();
        if (!entry)
            return false;
        printer_->print(out, *entry, instance_.output_options());
        reader_->advance();
        return true;
    }

  private:
    void print_header(Printer &out)
    {
        RingStats stats = instance_.target().ring().stats(all_cpus);
        HeaderFacts facts{instance_.tracer_name(), stats.entries, stats.overrun, 0};
        for (unsigned cpu = 0; cpu < spile_cpu_limit(); ++cpu)
            facts.cpus_online += spile_cpu_online(cpu) != 0;
        spile::print_header(out, facts, instance_.output_options());
    }

    Instance &instance_;
    Box<SnapshotReader> reader_;
    Box<LinePrinter> printer_;
    bool header_done_ = false;
};

class Trace final : public TextFile {
  public:
    explicit Trace(Instance &instance) : instance_(instance) {}

    Result<Box<Pieces>> pieces() override
    {
        Box<SnapshotReader> reader = TRY(SnapshotReader::create(instance_.target().ring()));
        bool overrun = instance_.target().ring().stats(all_cpus).overrun != 0;
        Box<LinePrinter> printer =
            TRY(LinePrinter::create(overrun ? AnnotateCpus::yes : AnnotateCpus::no));
        return Box<Pieces>(
            TRY(make_box<TracePieces>(instance_, spile::move(reader), spile::move(printer))));
    }
    Result<void> truncated() override
    {
        instance_.target().reset();
        return Ok{};
    }
    // Writing does nothing by itself; `>` has emptied the ring.
    Result<void> store(Text) override { return Ok{}; }
    WriteLimit limit() const override { return {4095, TooLong::cut}; } // of any length

  private:
    Instance &instance_;
};

} // namespace

Result<Box<File>> make_trace(Instance &instance) { return make_file<Trace>(instance); }

} // namespace spile
