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
    FilterProgram program = TRY(FilterProgram::compile(parsed.tree, spile::move(parsed.masks)));
    return make_box<Filter>(spile::move(parsed.text), spile::move(program));
}

} // namespace spile
