// SPDX-License-Identifier: GPL-2.0
// Markers: what users write into the trace. Sizes of records are those of the kernel, so
// that they look the same in it.
// Source: Documentation/trace/ftrace.rst, "trace_marker"; the kernel's behaviour.
#pragma once

#include "base/span.hh"
#include "tracer/target.hh"

namespace spile {

class Markers {
  public:
    // `ip`: the function that text markers are said to come from.
    Markers(TraceTarget &target, u64 ip) : target_(target), ip_(ip) {}

    // Task context. Errors: bad_file (nothing is recorded now, or there is no room).
    // A newline is added where the text does not end in one.
    Result<void> text(Text text);
    // The first four bytes are an id that belongs to the user. Errors: also invalid (fewer).
    Result<void> raw(Text bytes);
    // Instead of one whose bytes could not be read.
    void faulted_text();
    void faulted_raw();

    // Most bytes that fit into a record.
    usize text_room() const;
    usize raw_room() const;

  private:
    usize record_room() const;

    TraceTarget &target_;
    u64 ip_;
};

} // namespace spile
