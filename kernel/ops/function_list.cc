// SPDX-License-Identifier: GPL-2.0
#include "ops/function_list.hh"

#include "base/scan.hh"

namespace spile {

namespace {

Result<Vec<char>> keep(Text text)
{
    Vec<char> kept;
    TRY(kept.reserve(text.size()));
    for (char c : text)
        kept.push_reserved(c);
    return kept;
}

Result<SiteList> sites_at(Registry &registry, Text index_text)
{
    Result<u64> index = scan_u64(index_text);
    SiteList found;
    if (!index || !index.value())
        return found;
    Result<SiteId> site = registry.with_table(
        [&](SiteTable &table) { return table.at_index(static_cast<usize>(index.value() - 1)); });
    if (site)
        TRY(found.collect(site.value()));
    return found;
}

// By its very name: a glob may still find a module that comes.
bool is_loaded(Registry &registry, Text module)
{
    return registry.with_table([&](SiteTable &table) {
        for (SiteBlock &block : table.blocks())
            if (block.module && block.name_of_module() == module)
                return true;
        return false;
    });
}

// ":mod:ext4" is "*:mod:ext4".
Text wished_pattern(const FilterWord &word)
{
    return word.pattern.empty() ? Text("*") : word.pattern;
}

} // namespace

// Index of an equal wish; how many there are when there is none.
usize FunctionList::wish_index(const FilterWord &word, const ModulePattern &module) const
{
    usize i = 0;
    while (i < wishes_.size() && !(wishes_[i].pattern_text() == wished_pattern(word) &&
                                   wishes_[i].wanted().text == module.text &&
                                   wishes_[i].inverted == module.inverted))
        ++i;
    return i;
}

// As in ftrace, `*` takes back every pattern of the module.
bool FunctionList::unwish(const FilterWord &word, const ModulePattern &module)
{
    usize before = wishes_.size();
    bool all = wished_pattern(word) == "*";
    for (usize i = wishes_.size(); i-- > 0;)
        if ((all || wishes_[i].pattern_text() == word.pattern) &&
            wishes_[i].wanted().text == module.text && wishes_[i].inverted == module.inverted)
            wishes_.remove_at(i);
    return wishes_.size() != before;
}

Result<void> FunctionList::wish(const FilterWord &word, const ModulePattern &module)
{
    if (wish_index(word, module) != wishes_.size())
        return Ok{};
    ModuleWish wanted;
    wanted.pattern = TRY(keep(wished_pattern(word)));
    wanted.module = TRY(keep(module.text));
    wanted.inverted = module.inverted;
    return wishes_.push(spile::move(wanted));
}

Result<void> FunctionList::change(Registry &registry, const FilterWord &word)
{
    ModulePattern module = TRY(word.module());
    if (word.pattern.empty() && !word.is_module())
        return Errno::invalid;
    if (sites_.empty())
        generation_ = registry.with_table([](SiteTable &table) { return table.generation(); });
    SiteList found = word.is_index() ? TRY(sites_at(registry, word.pattern))
                                     : TRY(registry.match(word.pattern, module));
    bool can_come = word.is_module() && !module.inverted && !word.is_index();
    if (found.empty() && !can_come)
        return Errno::invalid;
    if (word.remove) {
        bool wished = unwish(word, module);
        if (found.empty() && !wished)
            return Errno::invalid;
        sites_.remove(found);
        chosen_ = !sites_.empty() || !wishes_.empty();
        return Ok{};
    }
    if (found.empty() && is_loaded(registry, module.text))
        return Errno::invalid;
    if (found.empty())
        TRY(wish(word, module));
    else
        sites_ = TRY(sites_.plus(found));
    chosen_ = true;
    return Ok{};
}

Result<void> FunctionList::module_came(SiteTable &table, SiteBlock &block, bool &any)
{
    any = false;
    for (usize i = 0; i < wishes_.size();) {
        if (!wishes_[i].wanted().matches(block)) {
            ++i;
            continue;
        }
        SiteList found = TRY(table.match_in(block, wishes_[i].pattern_text()));
        sites_ = TRY(sites_.plus(found));
        // Fulfilled, or never to be: as in the kernel it is spent either way.
        wishes_.remove_at(i);
        any = true;
    }
    return Ok{};
}

void FunctionList::refresh(SiteTable &table)
{
    if (generation_ == table.generation())
        return;
    generation_ = table.generation();
    sites_.keep_if([&](SiteId site) { return table.contains(site); });
}

Result<FunctionList> FunctionList::copy() const
{
    FunctionList made;
    made.sites_ = TRY(sites_.copy());
    for (const ModuleWish &wanted : wishes_) {
        ModuleWish same;
        same.pattern = TRY(keep(wanted.pattern_text()));
        same.module = TRY(keep(wanted.wanted().text));
        same.inverted = wanted.inverted;
        TRY(made.wishes_.push(spile::move(same)));
    }
    made.chosen_ = chosen_;
    made.generation_ = generation_;
    return made;
}

Result<SiteChoice> choice_of(const FunctionList &filter, const FunctionList &notrace)
{
    SiteChoice choice;
    choice.everything = !filter.chosen();
    choice.sites = choice.everything ? TRY(notrace.sites().copy())
                                     : TRY(filter.sites().minus(notrace.sites()));
    choice.generation = choice.everything ? notrace.generation() : filter.generation();
    return choice;
}

} // namespace spile
