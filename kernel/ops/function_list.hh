// SPDX-License-Identifier: GPL-2.0
// FunctionList: what set_ftrace_filter or set_ftrace_notrace holds: sites chosen
// so far, and `:mod:` patterns that wait for a module to be loaded.
#pragma once

#include "ops/filter_word.hh"
#include "ops/registry.hh"

namespace spile {

// "PATTERN:mod:MODULE" for a module that is not there yet.
struct ModuleWish {
    Vec<char> pattern;
    Vec<char> module;
    bool inverted = false;

    ModulePattern wanted() const { return {false, inverted, {module.data(), module.size()}}; }
    Text pattern_text() const { return {pattern.data(), pattern.size()}; }
};

class FunctionList {
  public:
    // Adds or ('!') removes what a word without another command means.
    // Errors: invalid (nothing matches, no such index), no_memory. The list is
    // as before then.
    Result<void> change(Registry &registry, const FilterWord &word);
    // A module has come: its functions that a wish names. `any` says whether some joined.
    Result<void> module_came(SiteTable &table, SiteBlock &block, bool &any);
    // A module goes: `gone` leaves the list.
    void module_went(const SiteList &gone) { sites_.remove(gone); }

    // Leaves out sites that are not there any more: a list that was copied before a
    // module went may still name its functions.
    void refresh(SiteTable &table);

    Result<FunctionList> copy() const;
    const SiteList &sites() const { return sites_; }
    const Vec<ModuleWish> &wishes() const { return wishes_; }
    // Of the site table, when all sites of the list were last known to be there.
    u64 generation() const { return generation_; }
    // False while nobody has chosen anything: a filter then means every function.
    bool chosen() const { return chosen_; }

  private:
    Result<void> wish(const FilterWord &word, const ModulePattern &module);
    usize wish_index(const FilterWord &word, const ModulePattern &module) const;
    bool unwish(const FilterWord &word, const ModulePattern &module);

    SiteList sites_;
    Vec<ModuleWish> wishes_;
    bool chosen_ = false;
    u64 generation_ = 0;
};

// filter \ notrace. Errors: no_memory.
Result<SiteChoice> choice_of(const FunctionList &filter, const FunctionList &notrace);

} // namespace spile
