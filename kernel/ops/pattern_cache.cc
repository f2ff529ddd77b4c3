// SPDX-License-Identifier: GPL-2.0
#include "ops/pattern_cache.hh"

namespace spile {

namespace {

// "PATTERN" or "PATTERN:mod:[!]MODULE": unambiguous, as ':' is in no name.
Result<Vec<char>> key_of(Text pattern, const ModulePattern &module)
{
    Vec<char> key;
    auto add = [&](Text text) -> Result<void> {
        for (char c : text)
            TRY(key.push(c));
        return Ok{};
    };
    TRY(add(pattern));
    if (!module.any) {
        TRY(add(module.inverted ? ":mod:!" : ":mod:"));
        TRY(add(module.text));
    }
    return key;
}

} // namespace

PatternCache::Entry *PatternCache::find(Text key)
{
    for (Entry &entry : entries_)
        if (Text(entry.key.data(), entry.key.size()) == key)
            return &entry;
    return nullptr;
}

void PatternCache::forget_oldest()
{
    Box<Entry> oldest(entries_.pop_front());
    sites_ -= oldest->sites.size();
    --count_;
}

void PatternCache::clear()
{
    while (!entries_.empty())
        forget_oldest();
}

usize PatternCache::bytes() const
{
    return count_ * sizeof(Entry) + sites_ * sizeof(SiteId);
}

Result<SiteList> PatternCache::match(SiteTable &table, Text pattern, const ModulePattern &module,
                                     bool &hit)
{
    if (generation_ != table.generation())
        clear();
    generation_ = table.generation();

    Vec<char> key = TRY(key_of(pattern, module));
    Entry *known = find({key.data(), key.size()});
    hit = known != nullptr;
    if (known) {
        known->unlink();
        entries_.push_back(*known);
        return known->sites.copy();
    }
    SiteList found = TRY(table.match(pattern, module));
    // Exact names are cheap to find again and would push the dear ones out.
    bool worth_keeping = Glob::parse(pattern).kind != GlobKind::exact || !module.any;
    if (!worth_keeping || found.size() > most_sites)
        return found;
    Result<SiteList> kept = found.copy();
    Result<Box<Entry>> entry = make_box<Entry>();
    if (!kept || !entry)
        return found; // the cache is a convenience; the answer is there
    Box<Entry> box = entry.take();
    box->key = spile::move(key);
    box->sites = kept.take();
    while (!entries_.empty() &&
           (count_ >= most_entries || sites_ + box->sites.size() > most_sites))
        forget_oldest();
    sites_ += box->sites.size();
    ++count_;
    entries_.push_back(*box.release());
    return found;
}

} // namespace spile
