// SPDX-License-Identifier: GPL-2.0
#include "commands.hh"

#include "base/scan.hh"

namespace spile {

Result<void> FunctionCommands::change(const FilterWord &word)
{
    CommandKind kind = TRY(command_kind(word.command));
    // A dump is done once, whatever count is given.
    bool once = kind == CommandKind::dump || kind == CommandKind::cpudump;
    bool counted = once || word.has_parameter;
    if (word.remove)
        return remove(word, kind, counted);
    Text count_text = word.parameter.first(word.parameter.find(':'));
    i64 count = 1;
    if (!once && word.has_parameter && !count_text.empty()) {
        count = static_cast<i64>(TRY(scan_u64(count_text)));
        if (count < 0) // and would never run
            return Errno::range;
    } else if (!once) {
        counted = false; // "schedule:traceoff:" is without limit
    }
    return add(word, kind, counted, count);
}

Result<void> FunctionCommands::add(const FilterWord &word, CommandKind kind, bool counted,
                                   i64 count)
{
    SiteList sites = TRY(registry_.match(word.pattern, {}));
    if (sites.empty() || word.pattern.empty())
        return Errno::invalid;
    for (FunctionCommand &command : commands_)
        if (command.kind() == kind && command.counted() == counted)
            sites.remove(command.sites());
    if (sites.empty())
        return Ok{}; // each of them has this command already
    Box<FunctionCommand> made = TRY(FunctionCommand::create(registry_, target_, kind, counted,
                                                            count, spile::move(sites)));
    commands_.push_back(*made.release());
    return Ok{};
}

Result<void> FunctionCommands::remove(const FilterWord &word, CommandKind kind, bool counted)
{
    if (word.pattern.empty())
        return Errno::invalid;
    SiteList gone = TRY(registry_.match(word.pattern, {}));
    bool any = false;
    // Those that lose a part come first: that may fail, and nothing else does.
    for (FunctionCommand &command : commands_) {
        if (command.kind() != kind || command.counted() != counted)
            continue;
        usize overlap = 0;
        for (SiteId site : command.sites())
            overlap += gone.contains(site);
        any |= overlap != 0;
        if (overlap && overlap < command.sites().size())
            TRY(command.shrink(gone));
    }
    if (!any)
        return Errno::invalid;
    for (auto at = commands_.begin(); at != commands_.end();) {
        FunctionCommand &command = *at;
        ++at;
        if (command.kind() == kind && command.counted() == counted &&
            gone.contains(command.sites()[0]))
            drop(command);
    }
    return Ok{};
}

void FunctionCommands::drop(FunctionCommand &command)
{
    command.unlink();
    Box<FunctionCommand> owned(&command);
}

void FunctionCommands::clear()
{
    while (FunctionCommand *command = commands_.front())
        drop(*command);
}

void FunctionCommands::module_went(const SiteList &gone)
{
    for (auto at = commands_.begin(); at != commands_.end();) {
        FunctionCommand &command = *at;
        ++at;
        command.forget(gone);
        if (command.sites().empty()) // no name is left to remove it by
            drop(command);
    }
}

Result<void> FunctionCommands::print(Printer &out, SymbolSource &symbols)
{
    Box<SymbolSource::Room> room = TRY(make_box<SymbolSource::Room>());
    for (FunctionCommand &command : commands_)
        for (SiteId site : command.sites()) {
            out.text(symbols.name_at(address_of(site), *room)).ch(':');
            out.text(command_name(command.kind())).ch(':');
            if (command.counted())
                out.text("count=").sdec(command.left_for(site)).ch('\n');
            else
                out.text("unlimited\n");
        }
    return out.status();
}

} // namespace spile
