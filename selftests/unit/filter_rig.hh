// SPDX-License-Identifier: GPL-2.0
// For the tests of filters: filters run over an entry in each of the ways there are.
#pragma once

#include "selftests/unit/filter_event.hh"
#include "selftests/unit/test.hh"

namespace spile::filter_test {

// Which row of a table a failure is about.
inline void note_row(Text text) { EXPECT_EQ(text, Text("what was expected of it")); }

// --- Runs.
inline Result<Box<Filter>> make(Text text, FilterError &error)
{
    Functions names;
    return Filter::create(text, {fields(), false, 4}, names, error);
}
inline Box<Filter> make(Text text)
{
    FilterError error;
    Result<Box<Filter>> made = make(text, error);
    if (made.ok())
        return made.take();
    EXPECT_EQ(text, error.text());
    return {};
}

// The way of a probe: scalars one by one, the entry only where it is asked for. `asked`
// receives, in order, what was asked.
template <typename Asked> bool run_lazily(const Filter &filter, const Entry &entry, Asked asked)
{
    const FilterStep *at = filter.start();
    while (at->ask >= 0) {
        if (at->ask != SPILE_FILTER_NOTHING)
            asked(at->ask);
        at = Filter::next(at, entry.value(at->ask));
    }
    if (at->ask == SPILE_FILTER_ENTRY) {
        EXPECT(filter.needs_entry());
        asked(at->ask);
        return filter.finish(at, entry.bytes());
    }
    return at->ask == SPILE_FILTER_ACCEPT;
}

// All ways; they have to agree.
inline bool verdict(const Filter &filter, const Entry &entry)
{
    bool whole = filter.matches(entry.bytes());
    EXPECT_EQ(filter.finish(filter.start(), entry.bytes()), whole);
    EXPECT_EQ(spile_filter_matches(&filter, entry.bytes().data(), entry.size()) != 0, whole);
    EXPECT_EQ(run_lazily(filter, entry, [](int) {}), whole);
    return whole;
}

struct VerdictRow {
    const char *text;
    bool passes;
};
inline void check_row(const Entry &entry, const VerdictRow &row)
{
    Box<Filter> filter = make(row.text);
    if (filter && verdict(*filter, entry) != row.passes)
        note_row(row.text);
}
template <usize N> void check_rows(const Entry &entry, const VerdictRow (&rows)[N])
{
    for (const VerdictRow &row : rows)
        check_row(entry, row);
}

} // namespace spile::filter_test
