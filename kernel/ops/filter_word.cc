// SPDX-License-Identifier: GPL-2.0
#include "ops/filter_word.hh"

namespace spile {

FilterWord FilterWord::parse(Text word)
{
    FilterWord parsed;
    if (word.starts_with("!")) {
        parsed.remove = true;
        word = word.from(1);
    }
    usize colon = word.find(':');
    parsed.pattern = word.first(colon);
    if (colon == Text::npos)
        return parsed;
    Text rest = word.from(colon + 1);
    parsed.has_command = true;
    colon = rest.find(':');
    parsed.command = rest.first(colon);
    if (colon != Text::npos) {
        parsed.has_parameter = true;
        parsed.parameter = rest.from(colon + 1);
    }
    return parsed;
}

Result<ModulePattern> FilterWord::module() const
{
    if (!is_module())
        return ModulePattern{};
    Text name = parameter.first(parameter.find(':'));
    bool inverted = name.starts_with("!");
    name = name.from(inverted ? 1 : 0);
    if (name.empty())
        return Errno::invalid;
    return ModulePattern{false, inverted, name};
}

} // namespace spile
