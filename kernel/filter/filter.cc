// SPDX-License-Identifier: GPL-2.0
#include "filter/filter.hh"

namespace spile
{

Text Filter::text_of_write(Text written)
{
    Text text = written.first(written.find('\0'));
    while (!text.empty() && Lexer::is_space(text[text.size() - 1]))
        text = text.first(text.size() - 1);
    return text;
}

Result<Box<Filter>> Filter::create(Text text, const FilterTarget &target, FunctionNames &names,
                                   FilterError &error)
{
    ParsedFilter parsed = TRY(ParsedFilter::parse(text, target, names, error));
    FilterProgram program =
        TRY(FilterProgram::compile(parsed.tree, spile::move(parsed.masks), target.entry_bytes()));
    return make_box<Filter>(spile::move(parsed.text), spile::move(program));
}

} // namespace spile

using namespace spile;

extern "C" {

const spile_filter_step *spile_filter_next_other(const spile_filter_step *at, spile_u64 value)
{
    return filter_next_other(static_cast<const FilterStep *>(at), value);
}

int spile_filter_matches(const spile_event_filter *filter, const void *entry, spile_u32 bytes)
{
    return static_cast<const Filter *>(filter)->matches({static_cast<const u8 *>(entry), bytes});
}

int spile_filter_finish(const spile_event_filter *filter, const spile_filter_step *at,
                        const void *entry, spile_u32 bytes)
{
    return static_cast<const Filter *>(filter)->finish(static_cast<const FilterStep *>(at),
                                                       {static_cast<const u8 *>(entry), bytes});
}

} // extern "C"
