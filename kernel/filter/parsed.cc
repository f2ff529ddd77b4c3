// SPDX-License-Identifier: GPL-2.0
#include "filter/parsed.hh"

#include "filter/balance.hh"
#include "filter/parser.hh"

namespace spile
{

namespace
{

Result<Vec<char>> copy_of(Text text)
{
    Vec<char> copy;
    TRY(copy.reserve(text.size()));
    for (char c : text)
        copy.push_reserved(c);
    return spile::move(copy);
}

} // namespace

Result<ParsedFilter> ParsedFilter::parse(Text text, const FilterTarget &target,
                                         FunctionNames &names, FilterError &error)
{
    text = text.first(text.find('\0'));
    if (text.size() > longest_text)
        return error.set(FilterErrorCode::filter_too_long, longest_text);
    u32 cpus = target.cpus ? target.cpus : spile_cpu_limit();
    ParsedFilter made{TRY(copy_of(text)), {}, CpuMasks(cpus)};
    Text own(made.text.data(), made.text.size());
    TRY(check_balance(own, error));
    Checker checker(target, names, made.masks);
    Parser parser(own, checker);
    made.tree = TRY(parser.parse(error));
    return spile::move(made);
}

} // namespace spile
