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
    return cpu < step.cpu_count() && (step.cpus()[cpu / bits_per_word] >> cpu % bits_per_word & 1);
}

bool pointed_string_passes(const FilterStep &step, u64 address)
{
    return FilterScratch::with_string(
        step.rooms(), address, step.pattern().from_user,
        [&](const char *text, usize length) { return step.pattern().accepts(text, length); });
}

// `address`: of what a string in the entry would be copied from, so it can be read.
bool source_passes(const FilterStep &step, u64 address, usize room)
{
    Text null = "(null)";
    const char *from = address ? reinterpret_cast<const char *>(static_cast<uptr>(address))
                               : null.data();
    return step.pattern().accepts(from, room);
}

// Tests that need no entry.
[[gnu::always_inline]] inline bool passes(const FilterStep &step, u64 value)
{
    switch (step.kind()) {
    case FilterTest::range:
    case FilterTest::range_and_more:
        return in_range(step, value);
    case FilterTest::any_bit:
        return value & step.mask;
    case FilterTest::cpu_set:
        return in_cpus(step, value);
    case FilterTest::comm:
        return step.pattern().accepts(spile_current_comm(), SPILE_COMM_ROOM);
    case FilterTest::ptr_string:
        return pointed_string_passes(step, value);
    case FilterTest::static_string:
        return source_passes(step, value, step.room());
    case FilterTest::dyn_string:
    case FilterTest::rel_string:
        return source_passes(step, value, ~usize{0});
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

// `kept`: the value before, which is the step's, too, if it does not say how to load one.
[[gnu::always_inline]] inline u64 load(const FilterStep &step, const u8 *entry, u64 kept)
{
    const u8 *from = entry + step.offset;
    switch (step.how_to_load()) {
    case FilterLoad::wide:
        return read<u64>(from);
    case FilterLoad::one:
        return *from;
    case FilterLoad::two:
        return read<u16>(from);
    case FilterLoad::four:
        return read<u32>(from);
    case FilterLoad::cpu:
    case FilterLoad::none:
        break;
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
           step.pattern().accepts(reinterpret_cast<const char *>(found.data()), found.size());
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
    for (u64 cpu = 0, word = 0; cpu < step.cpu_count(); cpu += bits_per_word, ++word) {
        usize theirs = 0, counted = ~usize{0};
        if ((word + 1) * sizeof(usize) <= found.size())
            theirs = read<usize>(found.data() + word * sizeof(usize));
        if (step.cpu_count() - cpu < bits_per_word)
            counted = (usize{1} << (step.cpu_count() - cpu)) - 1;
        equal &= (theirs & counted) == step.cpus()[word];
        common |= theirs & step.cpus()[word];
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
    switch (step.kind()) {
    case FilterTest::static_string:
        return step.pattern().accepts(reinterpret_cast<const char *>(entry.data() + step.offset),
                                      step.room());
    case FilterTest::dyn_string:
        return dynamic_string_passes(step, entry, 0);
    case FilterTest::rel_string: // from the word's end
        return dynamic_string_passes(step, entry, step.offset + u32{sizeof(u32)});
    default:
        return cpumask_passes(step, entry);
    }
}

// Both of these have a frame.
[[gnu::noinline]] const FilterStep *next_of_any_kind(const FilterStep *step, u64 value)
{
    do
        step = step->after(passes(*step, value));
    while (step->ask == SPILE_FILTER_NOTHING);
    return step;
}

[[gnu::noinline]] const FilterStep *finish_of_any_kind(const FilterStep *step, Span<const u8> entry,
                                                       u64 value)
{
    while (step->kind() != FilterTest::verdict) {
        bool passed;
        if (step->kind() < FilterTest::static_string) {
            value = step->how_to_load() == FilterLoad::cpu ? spile_current_cpu()
                                                           : load(*step, entry.data(), value);
            passed = passes(*step, value);
        } else {
            passed = passes_in(*step, entry);
        }
        step = step->after(passed);
    }
    return step;
}

} // namespace

// These two are without a frame as far as they go: the common tests.
const FilterStep *filter_next_other(const FilterStep *step, u64 value)
{
    do {
        if (step->kind() <= FilterTest::range_and_more)
            step = step->after(in_range(*step, value));
        else if (step->kind() == FilterTest::any_bit)
            step = step->after(value & step->mask);
        else
            return next_of_any_kind(step, value);
    } while (step->ask == SPILE_FILTER_NOTHING);
    return step;
}

const FilterStep *filter_finish(const FilterStep *step, Span<const u8> entry)
{
    u64 value = 0;
    for (;;) {
        if (step->kind() == FilterTest::range && step->how_to_load() == FilterLoad::wide) {
            value = read<u64>(entry.data() + step->offset);
            step = step->after(in_range(*step, value));
        } else if (step->kind() <= FilterTest::any_bit && step->how_to_load() != FilterLoad::cpu) {
            value = load(*step, entry.data(), value);
            step = step->after(step->kind() == FilterTest::any_bit ? (value & step->mask) != 0
                                                                   : in_range(*step, value));
        } else {
            break;
        }
    }
    return step->kind() == FilterTest::verdict ? step : finish_of_any_kind(step, entry, value);
}

} // namespace spile
