// SPDX-License-Identifier: GPL-2.0
#include "filter/run.hh"

#include "filter/predicate.hh"
#include "filter/scratch.hh"
#include "glue/current.h"

namespace spile
{

namespace
{

bool in_range(const FilterStep &step, u64 value)
{
    return ((value - step.low) & step.mask) <= step.span;
}

bool in_cpus(const FilterStep &step, u64 value)
{
    constexpr u32 bits_per_word = 8 * sizeof(usize);
    u64 cpu = value & step.mask;
    return cpu < step.cpu_count && (step.cpus[cpu / bits_per_word] >> cpu % bits_per_word & 1);
}

bool pointed_string_passes(const FilterStep &step, u64 address)
{
    return FilterScratch::with_string(
        step.rooms, address, step.pattern->from_user,
        [&](const char *text, usize length) { return step.pattern->accepts(text, length); });
}

// Tests that need no entry, beside the range.
bool passes(const FilterStep &step, u64 value)
{
    switch (step.test) {
    case FilterTest::range:
        return in_range(step, value);
    case FilterTest::any_bit:
        return value & step.mask;
    case FilterTest::cpu_set:
        return in_cpus(step, value);
    case FilterTest::comm:
        return step.pattern->accepts(spile_current_comm(), SPILE_COMM_ROOM);
    case FilterTest::ptr_string:
        return pointed_string_passes(step, value);
    default:
        return false;
    }
}

template <typename T> T read(const u8 *from)
{
    T value;
    __builtin_memcpy(&value, from, sizeof(value));
    return value;
}

u64 load(const FilterStep &step, const u8 *entry, u64 kept)
{
    switch (step.load) {
    case FilterLoad::none:
        break;
    case FilterLoad::one:
        return entry[step.offset];
    case FilterLoad::two:
        return read<u16>(entry + step.offset);
    case FilterLoad::four:
        return read<u32>(entry + step.offset);
    case FilterLoad::eight:
        return read<u64>(entry + step.offset);
    }
    return kept;
}

// What the word at the step's offset says: `offset` from `base` on, and how long. False
// when it does not lie within the entry.
bool find_dynamic(const FilterStep &step, Span<const u8> entry, u32 base, Span<const u8> &found)
{
    u32 word = read<u32>(entry.data() + step.offset);
    u64 offset = u64{word & 0xffff} + base, length = word >> 16;
    if (offset + length > entry.size())
        return false;
    found = {entry.data() + offset, length};
    return true;
}

bool dynamic_string_passes(const FilterStep &step, Span<const u8> entry, u32 base)
{
    Span<const u8> found;
    return find_dynamic(step, entry, base, found) &&
           step.pattern->accepts(reinterpret_cast<const char *>(found.data()), found.size());
}

// The mask of a field may be shorter or longer than the filter's; CPUs that cannot be
// do not count.
bool cpumask_passes(const FilterStep &step, Span<const u8> entry)
{
    constexpr u32 bits_per_word = 8 * sizeof(usize);
    Span<const u8> found;
    if (!find_dynamic(step, entry, 0, found))
        return false;
    bool equal = true, common = false;
    for (u64 cpu = 0, word = 0; cpu < step.cpu_count; cpu += bits_per_word, ++word) {
        usize theirs = 0, counted = ~usize{0};
        if ((word + 1) * sizeof(usize) <= found.size())
            theirs = read<usize>(found.data() + word * sizeof(usize));
        if (step.cpu_count - cpu < bits_per_word)
            counted = (usize{1} << (step.cpu_count - cpu)) - 1;
        equal &= (theirs & counted) == step.cpus[word];
        common |= theirs & step.cpus[word];
    }
    switch (static_cast<FilterOp>(step.mask)) {
    case FilterOp::eq:
        return equal;
    case FilterOp::ne:
        return !equal;
    default:
        return common;
    }
}

bool passes_in(const FilterStep &step, Span<const u8> entry)
{
    switch (step.test) {
    case FilterTest::static_string:
        return step.pattern->accepts(reinterpret_cast<const char *>(entry.data() + step.offset),
                                     step.room);
    case FilterTest::dyn_string:
        return dynamic_string_passes(step, entry, 0);
    case FilterTest::rel_string: // from the word's end
        return dynamic_string_passes(step, entry, step.offset + u32{sizeof(u32)});
    default:
        return cpumask_passes(step, entry);
    }
}

// With a frame, for what filter_next() does without one.
[[gnu::noinline]] int next_of_any_kind(spile_filter_run &run, const FilterStep *step, u64 value)
{
    do
        step = step->next(passes(*step, value));
    while (step->ask == filter_ask_nothing);
    run.step = step;
    return step->ask;
}

} // namespace

int filter_begin(const FilterStep *first, spile_filter_run &run)
{
    if (first->ask == filter_ask_nothing)
        return next_of_any_kind(run, first, 0);
    run.step = first;
    return first->ask;
}

int filter_next(spile_filter_run &run, u64 value)
{
    const FilterStep *step = static_cast<const FilterStep *>(run.step);
    do {
        if (step->test != FilterTest::range) [[unlikely]]
            return next_of_any_kind(run, step, value);
        step = step->next(in_range(*step, value));
    } while (step->ask == filter_ask_nothing);
    run.step = step;
    return step->ask;
}

bool filter_finish(const FilterStep *step, Span<const u8> entry)
{
    u64 value = 0;
    while (step->ask != SPILE_FILTER_ACCEPT && step->ask != SPILE_FILTER_REJECT) {
        bool passed;
        if (step->ask == SPILE_FILTER_CPU) {
            value = spile_current_cpu();
            passed = passes(*step, value);
        } else {
            value = load(*step, entry.data(), value);
            passed = step->test >= FilterTest::static_string ? passes_in(*step, entry)
                                                             : passes(*step, value);
        }
        step = step->next(passed);
    }
    return step->ask == SPILE_FILTER_ACCEPT;
}

} // namespace spile
