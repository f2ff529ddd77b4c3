// SPDX-License-Identifier: GPL-2.0
// set_ftrace_filter and set_ftrace_notrace. What a user writes between open and
// close becomes one change: all of it, or nothing when a word was wrong.
// Function commands (NAME:traceoff) take effect at once, as in the kernel.
#include "files.hh"

#include "control/token_file.hh"
#include "site_line.hh"

namespace spile {

namespace {

class FunctionFile;

class Edit final : public TokenSession {
  public:
    Edit(Instance &instance, ListKind kind, FunctionList list)
        : instance_(instance), kind_(kind), list_(spile::move(list))
    {
    }
    Result<void> word(Text word) override;
    Result<void> commit(bool failed) override;
    void touch() { touched_ = true; }

  private:
    Text file_name() const
    {
        return kind_ == ListKind::filter ? "set_ftrace_filter" : "set_ftrace_notrace";
    }
    Errno refuse(Text what, Text word, usize caret);

    Instance &instance_;
    ListKind kind_;
    FunctionList list_;
    bool touched_ = false;
};

Errno Edit::refuse(Text what, Text word, usize caret)
{
    instance_.errors().add(file_name(), what, word, caret);
    return Errno::invalid;
}

Result<void> Edit::word(Text text)
{
    FilterWord word = FilterWord::parse(text);
    usize pattern_at = word.remove ? 1 : 0;
    if (word.has_command && !word.is_module()) {
        usize command_at = pattern_at + word.pattern.size() + 1;
        if (kind_ != ListKind::filter)
            return refuse("Function commands belong into set_ftrace_filter", text, command_at);
        if (!command_kind(word.command))
            return refuse("Unknown function command", text, command_at);
        Result<void> done = instance_.change_command(word);
        if (!done && done.error() == Errno::range)
            refuse("Count does not fit into 64 bits", text, command_at + word.command.size() + 1);
        else if (!done && done.error() == Errno::invalid)
            refuse(word.remove ? "No such command on these functions"
                               : "No function matches, or the count is no number",
                   text, pattern_at);
        return done;
    }
    Result<void> done = list_.change(instance_.registry(), word);
    touched_ |= done.ok();
    if (!done && done.error() == Errno::invalid)
        refuse(word.is_index() ? "No function has this number" : "No function matches", text,
               pattern_at);
    return done;
}

Result<void> Edit::commit(bool failed)
{
    if (failed || !touched_)
        return Ok{};
    Result<void> done = instance_.set_list(kind_, spile::move(list_));
    if (!done)
        instance_.errors().add(file_name(), "Functions could not be patched; the old list stays",
                               "", 0);
    return done;
}

// The functions, then the waiting :mod: patterns, then the function commands.
class FunctionFile final : public TokenFile {
  public:
    FunctionFile(Instance &instance, ListKind kind) : instance_(instance), kind_(kind) {}

    Result<void> show(Printer &out) override
    {
        return instance_.with_list(kind_, [&](const FunctionList &list, FunctionCommands &commands) {
            return print(out, list, commands);
        });
    }

    Result<Box<TokenSession>> begin(OpenMode mode) override
    {
        FunctionList list;
        if (!mode.truncate)
            list = TRY(instance_.copy_list(kind_));
        Box<Edit> edit = TRY(make_box<Edit>(instance_, kind_, spile::move(list)));
        if (mode.truncate)
            edit->touch(); // `echo > file` empties the list
        return Box<TokenSession>(spile::move(edit));
    }

  private:
    Result<void> print(Printer &out, const FunctionList &list, FunctionCommands &commands)
    {
        bool filter = kind_ == ListKind::filter;
        if (!list.chosen() && filter)
            out.text("#### all functions enabled ####\n");
        if (list.sites().empty() && !filter)
            out.text("#### no functions disabled ####\n");
        SymbolSource &symbols = instance_.registry().symbols();
        Box<SymbolSource::Room> room = TRY(make_box<SymbolSource::Room>());
        for (SiteId site : list.sites())
            print_site(out, symbols, site, *room).ch('\n');
        for (const ModuleWish &wish : list.wishes()) {
            ModulePattern module = wish.wanted();
            out.text(wish.pattern_text()).text(module.inverted ? ":mod:!" : ":mod:");
            out.text(module.text).ch('\n');
        }
        if (filter)
            TRY(commands.print(out, symbols));
        return out.status();
    }

    Instance &instance_;
    ListKind kind_;
};

} // namespace

Result<Box<File>> make_set_ftrace_filter(Instance &instance)
{
    return Box<File>(TRY(make_box<FunctionFile>(instance, ListKind::filter)));
}

Result<Box<File>> make_set_ftrace_notrace(Instance &instance)
{
    return Box<File>(TRY(make_box<FunctionFile>(instance, ListKind::notrace)));
}

} // namespace spile
