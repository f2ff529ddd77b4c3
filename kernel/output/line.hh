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
    static Result<Box<LinePrinter>> create(AnnotateCpus annotate);

    // Appends one or more whole lines: what was lost before the record, and the record.
    void print(Printer &out, const Entry &entry, const OutputOptions &options);

  private:
    LinePrinter() = default;
    template <typename T, typename... Args> friend Result<Box<T>> make_box(Args &&...args);
    static void print_context(Printer &out, const Entry &entry, const OutputOptions &options);

    SymbolPrinter symbols_;
    AnnotateCpus annotate_ = AnnotateCpus::no;
    bool first_ = true;
    Vec<u8> started_; // by CPU
};

} // namespace spile
