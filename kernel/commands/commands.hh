// SPDX-License-Identifier: GPL-2.0
// FunctionCommands: all function commands of one instance.
#pragma once

#include "base/print.hh"
#include "command.hh"
#include "ops/filter_word.hh"

namespace spile {

class FunctionCommands {
  public:
    FunctionCommands(Registry &registry, CommandTarget &target)
        : registry_(registry), target_(target)
    {
    }
    ~FunctionCommands() { clear(); }

    // "[!]PATTERN:COMMAND[:COUNT]". Errors: invalid (unknown command, bad count,
    // no function matches, nothing to remove), range (count past 63 bits), no_memory.
    // A removal that takes a part of several commands may have done some of it then.
    Result<void> change(const FilterWord &word);
    void clear();
    bool empty() { return commands_.empty(); }
    void module_went(const SiteList &gone);

    // "NAME:COMMAND:unlimited" or ":count=N", a line for each function.
    // Errors: no_memory.
    Result<void> print(Printer &out, SymbolSource &symbols);

  private:
    Result<void> add(const FilterWord &word, CommandKind kind, bool counted, i64 count);
    void drop(FunctionCommand &command);
    Result<void> remove(const FilterWord &word, CommandKind kind, bool counted);

    Registry &registry_;
    CommandTarget &target_;
    List<FunctionCommand> commands_;
};

} // namespace spile
