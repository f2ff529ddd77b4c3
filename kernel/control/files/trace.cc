// SPDX-License-Identifier: GPL-2.0
// trace and per_cpu/cpuN/trace: what is in the ring, read without taking it away; `>`
// empties the ring, or that CPU's part. snapshot and per_cpu/cpuN/snapshot: the same of the
// ring that a snapshot has put aside, and what takes, empties and frees it.
// Source: Documentation/trace/ftrace.rst, "Snapshot".
#include "files.hh"

#include "base/scan.hh"
#include "control/text_file.hh"
#include "glue/kernel.h"
#include "output/header.hh"
#include "output/line.hh"
#include "tracer/reading.hh"

namespace spile {

namespace {

// The header, then a record at a time.
class TracePieces final : public Pieces {
  public:
    TracePieces(Instance &instance, Which which, LineFormat format, Box<EntryReader> reader,
                Box<LinePrinter> printer)
        : instance_(instance), which_(which), format_(format), reader_(spile::move(reader)),
          printer_(spile::move(printer))
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
        OutputOptions options = instance_.output_options();
        printer_->print(out, *entry, options);
        reader_->advance();
        if (printer_->wants_to_know_what_follows())
            if (const Entry *following = reader_->peek())
                printer_->follow(out, following->time_ns, options);
        return true;
    }

  private:
    void print_header(Printer &out)
    {
        RingStats stats = instance_.target().stats(all_cpus, which_);
        HeaderFacts facts{instance_.tracer_name(), stats.entries, stats.overrun};
        for (unsigned cpu = 0; cpu < spile_cpu_limit(); ++cpu)
            facts.cpus_online += spile_cpu_online(cpu) != 0;
        facts.empty = !reader_->peek();
        facts.kernel_release = spile_kernel()->release;
        facts.preemption = spile_kernel()->preemption;
        facts.cpu = instance_.tracer_cpu();
        spile::print_header(out, facts, instance_.output_options(), format_);
    }

    Instance &instance_;
    Which which_;
    LineFormat format_;
    Box<EntryReader> reader_;
    Box<LinePrinter> printer_;
    bool header_done_ = false;
};

Result<Box<Pieces>> begin_pieces(Instance &instance, Which which, unsigned cpu)
{
    TraceTarget &target = instance.target();
    Box<EntryReader> reader = TRY(read_trace(target.buffers(), which, cpu));
    bool overrun = target.stats(all_cpus, which).overrun != 0;
    LineFormat format = instance.line_format();
    Box<LinePrinter> printer =
        TRY(LinePrinter::create(overrun ? AnnotateCpus::yes : AnnotateCpus::no, format));
    return Box<Pieces>(TRY(make_box<TracePieces>(instance, which, format, spile::move(reader),
                                                 spile::move(printer))));
}

// options/pause-on-trace, as it was at the open.
class Paused final : public Held {
  public:
    explicit Paused(Instance &instance) : instance_(instance) { instance_.pause(); }
    ~Paused() override { instance_.resume(); }

  private:
    Instance &instance_;
};

class Trace final : public TextFile {
  public:
    Trace(Instance &instance, unsigned cpu) : instance_(instance), cpu_(cpu) {}

    Result<Box<Pieces>> pieces() override
    {
        return begin_pieces(instance_, Which::live, cpu_);
    }
    Result<void> truncated() override
    {
        if (cpu_ == all_cpus)
            instance_.target().reset();
        else
            instance_.target().reset_ring(cpu_);
        return Ok{};
    }
    Result<Box<Held>> hold(OpenMode mode) override
    {
        if (!mode.read || !instance_.options().get(Option::pause_on_trace))
            return Box<Held>();
        return Box<Held>(TRY(make_box<Paused>(instance_)));
    }
    // Writing does nothing by itself; `>` has emptied the ring.
    Result<void> store(Text) override { return Ok{}; }
    WriteLimit limit() const override { return {4095, TooLong::cut}; } // of any length

  private:
    Instance &instance_;
    unsigned cpu_;
};

// Where there are no records: what there is, and what could be done. The kernel's words,
// as programs look for them.
class SnapshotHelp final : public Pieces {
  public:
    SnapshotHelp(Instance &instance, unsigned cpu) : instance_(instance), cpu_(cpu) {}

    Result<bool> next(Printer &out) override
    {
        if (done_)
            return false;
        done_ = true;
        out.text("# tracer: ").text(instance_.tracer_name()).text("\n#\n#\n# * Snapshot is ");
        out.text(instance_.target().buffers().has_snapshot() ? "allocated" : "freed");
        out.text(" *\n#\n# Snapshot commands:\n");
        constexpr Text any_number = "#                      (Doesn't have to be '2' works with any "
                                    "number that\n"
                                    "#                       is not a '0' or '1')\n";
        if (cpu_ == all_cpus)
            out.text("# echo 0 > snapshot : Clears and frees snapshot buffer\n"
                     "# echo 1 > snapshot : Allocates snapshot buffer, if not already allocated.\n"
                     "#                      Takes a snapshot of the main buffer.\n"
                     "# echo 2 > snapshot : Clears snapshot buffer (but does not allocate or "
                     "free)\n")
                .text(any_number);
        else
            out.text("# echo 0 > snapshot : Invalid for per_cpu snapshot file.\n"
                     "# echo 1 > snapshot : Not supported with this kernel.\n"
                     "#                     Must use main snapshot file to allocate.\n"
                     "# echo 2 > snapshot : Clears this cpu's snapshot buffer (but does not "
                     "allocate)\n")
                .text(any_number);
        return true;
    }

  private:
    Instance &instance_;
    unsigned cpu_;
    bool done_ = false;
};

class Snapshot final : public TextFile {
  public:
    Snapshot(Instance &instance, unsigned cpu) : instance_(instance), cpu_(cpu) {}

    Result<Box<Pieces>> pieces() override
    {
        RingUse ring = instance_.target().buffers().use(Which::snapshot);
        if (ring && !ring->empty(cpu_))
            return begin_pieces(instance_, Which::snapshot, cpu_);
        return Box<Pieces>(TRY(make_box<SnapshotHelp>(instance_, cpu_)));
    }
    // 0 frees, 1 takes one, all else empties it; one of a CPU can only be emptied.
    Result<void> store(Text written) override
    {
        u64 value = TRY(scan_u64(command_of(written), 10));
        if (value < 2) {
            if (cpu_ != all_cpus)
                return Errno::invalid;
            return value ? instance_.take_snapshot()
                         : instance_.target().buffers().free_snapshot();
        }
        if (RingUse ring = instance_.target().buffers().use(Which::snapshot))
            ring->reset(cpu_);
        return Ok{};
    }
    WriteLimit limit() const override { return {63, TooLong::refuse}; }

  private:
    Instance &instance_;
    unsigned cpu_;
};

} // namespace

Result<Box<File>> make_trace(Instance &instance) { return make_trace_of({instance, all_cpus}); }
Result<Box<File>> make_trace_of(const CpuOfInstance &of)
{
    return Box<File>(TRY(make_box<Trace>(of.instance, of.cpu)));
}
Result<Box<File>> make_snapshot(Instance &instance)
{
    return make_snapshot_of({instance, all_cpus});
}
Result<Box<File>> make_snapshot_of(const CpuOfInstance &of)
{
    return Box<File>(TRY(make_box<Snapshot>(of.instance, of.cpu)));
}

} // namespace spile
