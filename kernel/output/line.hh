// SPDX-License-Identifier: GPL-2.0
// LinePrinter: records as lines of trace and trace_pipe, as the function and nop
// tracers of the kernel print them. One per open file.
// Source: Documentation/trace/ftrace.rst; the stock kernel's output.
#pragma once

#include "base/box.hh"
#include "output/options.hh"
#include "output/symbol.hh"
#include "ring/reader.hh"

namespace spile {

// Whether "##### CPU 1 buffer started ####" may stand where the records of another CPU
// begin. The kernel has it in trace (not in trace_pipe) once records were overwritten.
enum class AnnotateCpus : u8 { no, yes };

class LinePrinter {
  public:
    // Errors: no_memory.
    static Result<Box<LinePrinter>> create(AnnotateCpus annotate,
                                           LineFormat format = LineFormat::plain);

    // Appends one or more whole lines: what was lost before the record, and the record.
    void print(Printer &out, const Entry &entry, const OutputOptions &options);

    // In latency-format a line tells how long it is to the next record. So it is not known
    // before that one is: `out`, to which a record was printed last, is told now. Without
    // it (trace_pipe, the last record) there is no delay.
    void follow(Printer &out, u64 next_time, const OutputOptions &options) const;
    bool wants_to_know_what_follows() const { return stamp_bytes_ != 0; }

    // The next record is number `index` (as verbose latency-format tells), not what follows
    // the last one: trace_pipe counts within each read.
    void count_from(u64 index) { index_ = index; }

  private:
    LinePrinter() = default;
    template <typename T, typename... Args> friend Result<Box<T>> make_box(Args &&...args);
    void print_started(Printer &out, unsigned cpu);
    void print_words(Printer &out, const Entry &entry, const OutputOptions &options);
    void print_fields(Printer &out, const Entry &entry);

    SymbolPrinter symbols_;
    LineFormat format_ = LineFormat::plain;
    AnnotateCpus annotate_ = AnnotateCpus::no;
    u64 index_ = 0;
    Vec<u8> started_; // by CPU
    // The stamp that a delay may change, in the text that was printed last.
    usize stamp_at_ = 0;
    usize stamp_bytes_ = 0; // 0: there is none
    u64 stamp_time_ = 0;
};

} // namespace spile
