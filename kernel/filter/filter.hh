// SPDX-License-Identifier: GPL-2.0
// Filter: what was written to an event's `filter`, ready to be run. Immutable: it is
// published by a pointer and deleted after a grace period.
//
// Three ways to run it, with one verdict:
//   matches(entry)   over an entry in memory
//   begin(), next()  without one, for probes that can give the value of a single field
//   finish()         after these, if a string, an array or a cpumask matters after all
// The contract for probes is include/glue/event_filter.h; how the language is defined and
// where it differs from the kernel's, Documentation/filter.md.
#pragma once

#include "base/box.hh"
#include "filter/parsed.hh"
#include "filter/program.hh"
#include "filter/run.hh"

namespace spile
{

class Filter
{
  public:
    // What a write to `filter` sets: up to the first NUL, without white space at the end.
    static Text text_of_write(Text written);
    // "0" takes the filter away; nothing is set.
    static bool is_removal(Text text) { return text.trimmed() == Text("0"); }

    // Errors: invalid (then `error` says what is wrong with `text`), no_memory, those of
    // FunctionNames. Not for function events: FunctionFilter. Nothing of the arguments is
    // kept.
    static Result<Box<Filter>> create(Text text, const FilterTarget &target, FunctionNames &names,
                                      FilterError &error);

    // As it was written.
    Text text() const { return {text_.data(), text_.size()}; }
    bool needs_entry() const { return program_.needs_entry(); }
    Span<const FilterStep> steps() const { return program_.steps(); }

    // Hot, as all of run.hh: any context, NMI included; preemption disabled; no lock, no
    // allocation, no sleep, no indirect call.
    // An entry shorter than the fields that the filter names matches nothing.
    bool matches(Span<const u8> entry) const { return finish_from(program_.first(), entry); }
    int begin(spile_filter_run &run) const { return filter_begin(program_.first(), run); }
    static int next(spile_filter_run &run, u64 value) { return filter_next(run, value); }
    bool finish(const spile_filter_run &run, Span<const u8> entry) const
    {
        return finish_from(static_cast<const FilterStep *>(run.step), entry);
    }

    Filter(Vec<char> text, FilterProgram program)
        : text_(spile::move(text)), program_(spile::move(program))
    {
    }

  private:
    bool finish_from(const FilterStep *step, Span<const u8> entry) const
    {
        return entry.size() >= program_.fixed_bytes() && filter_finish(step, entry);
    }

    Vec<char> text_; // patterns are parts of it
    FilterProgram program_;
};

} // namespace spile
