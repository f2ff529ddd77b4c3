// SPDX-License-Identifier: GPL-2.0
// Filter: what was written to an event's `filter`, ready to be run. Immutable: it is
// published by a pointer and deleted after a grace period.
//
// Three ways to run it, with one verdict:
//   matches(entry)   over an entry in memory
//   start(), next()  without one, for probes that can give the value of a single field
//   finish()         after these, if a string, an array or a cpumask matters after all
// C sees the base (include/glue/event_filter.h). How the language is defined and where
// it differs from the kernel's: Documentation/filter.md.
#pragma once

#include "base/box.hh"
#include "filter/parsed.hh"
#include "filter/program.hh"
#include "filter/run.hh"

namespace spile
{

class Filter : public spile_event_filter {
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
    FilterShape shape() const { return program_.shape(); }

    // Hot, as all of run.hh: any context, NMI included; preemption disabled; no lock, no
    // allocation, no sleep, no indirect call.
    // An entry shorter than the fields that the filter names matches nothing.
    bool matches(Span<const u8> entry) const
    {
        if (entry.size() < fixed_bytes)
            return false;
        switch (program_.shape()) {
        case FilterShape::one:
            return shape_accepts<FilterShape::one>(start(), entry.data());
        case FilterShape::both:
            return shape_accepts<FilterShape::both>(start(), entry.data());
        case FilterShape::either:
            return shape_accepts<FilterShape::either>(start(), entry.data());
        case FilterShape::any:
            break;
        }
        return filter_finish(start(), entry)->ask == SPILE_FILTER_ACCEPT;
    }
    const FilterStep *start() const { return static_cast<const FilterStep *>(first); }
    static const FilterStep *next(const FilterStep *at, u64 value)
    {
        return static_cast<const FilterStep *>(spile_filter_next(at, value));
    }
    bool finish(const FilterStep *at, Span<const u8> entry) const
    {
        return entry.size() >= fixed_bytes && filter_finish(at, entry)->ask == SPILE_FILTER_ACCEPT;
    }

    Filter(Vec<char> text, FilterProgram program)
        : spile_event_filter{program.steps().data(), program.fixed_bytes()},
          text_(spile::move(text)), program_(spile::move(program))
    {
    }
    Filter(const Filter &) = delete;
    Filter &operator=(const Filter &) = delete;

  private:
    Vec<char> text_; // patterns are parts of it
    FilterProgram program_;
};

} // namespace spile
