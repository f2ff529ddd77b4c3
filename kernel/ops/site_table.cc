// SPDX-License-Identifier: GPL-2.0
#include "ops/site_table.hh"

#include "base/hash.hh"

namespace spile {

bool ModulePattern::matches(const SiteBlock &block) const
{
    if (any)
        return true;
    // As in ftrace, `*` is every module and `!*` the kernel alone.
    bool in_module = block.module != nullptr;
    bool hit = in_module && Glob::parse(text).matches(block.name_of_module());
    return hit != inverted;
}

SiteTable::~SiteTable()
{
    while (SiteBlock *block = blocks_.front())
        remove_block(*block);
}

SiteBlock *SiteTable::find_block(const void *module)
{
    for (SiteBlock &block : blocks_)
        if (block.module == module)
            return &block;
    return nullptr;
}

Result<SiteBlock *> SiteTable::add_block(const void *module, Text module_name, SiteList sites)
{
    if (find_block(module))
        return Errno::exists;
    Box<SiteBlock> block = TRY(make_box<SiteBlock>());
    block->module = module;
    usize length = min(module_name.size(), sizeof(block->module_name) - 1);
    for (usize i = 0; i < length; ++i)
        block->module_name[i] = module_name[i];

    Box<SymbolSource::Room> room = TRY(make_box<SymbolSource::Room>());
    sites.seal();
    SiteList named; // a site without a name (an overridden weak function) cannot be chosen
    for (SiteId site : sites) {
        Text name = symbols_.name_at(address_of(site), *room);
        if (name.empty())
            continue;
        TRY(named.collect(site));
        TRY(block->names.push({hash_text(name), site}));
    }
    named.seal();
    block->names.shrink();
    sort(block->names.data(), block->names.size(),
         [](const SiteBlock::NameEntry &a, const SiteBlock::NameEntry &b) {
             return a.hash != b.hash ? a.hash < b.hash : a.site < b.site;
         });
    block->sites = spile::move(named);

    size_ += block->sites.size();
    ++generation_;
    SiteBlock *added = block.release();
    blocks_.push_back(*added);
    return added;
}

void SiteTable::remove_block(SiteBlock &block)
{
    size_ -= block.sites.size();
    ++generation_;
    block.unlink();
    Box<SiteBlock> owned(&block);
}

bool SiteTable::contains(SiteId site)
{
    for (SiteBlock &block : blocks_)
        if (block.sites.contains(site))
            return true;
    return false;
}

Result<SiteId> SiteTable::at_index(usize index)
{
    for (SiteBlock &block : blocks_) {
        if (index < block.sites.size())
            return SiteId(block.sites[index]);
        index -= block.sites.size();
    }
    return Errno::not_found;
}

usize SiteTable::bytes() const
{
    usize total = 0;
    for (SiteBlock &block : const_cast<List<SiteBlock> &>(blocks_))
        total += sizeof(SiteBlock) + block.sites.size() * sizeof(SiteId) +
                 block.names.capacity() * sizeof(SiteBlock::NameEntry);
    return total;
}

// Only names with the same hash are looked up: one name costs a binary search
// and one symbol, not a walk over all functions.
Result<void> SiteTable::match_exact(SiteBlock &block, Text name, SiteList &into)
{
    u32 hash = hash_text(name);
    usize low = 0, high = block.names.size();
    while (low < high) {
        usize mid = low + (high - low) / 2;
        if (block.names[mid].hash < hash)
            low = mid + 1;
        else
            high = mid;
    }
    Box<SymbolSource::Room> room = TRY(make_box<SymbolSource::Room>());
    for (; low < block.names.size() && block.names[low].hash == hash; ++low) {
        SiteId site = block.names[low].site;
        if (symbols_.name_at(address_of(site), *room) == name)
            TRY(into.collect(site));
    }
    return Ok{};
}

Result<void> SiteTable::match_glob(SiteBlock &block, const Glob &glob, SiteList &into)
{
    bool all = (glob.kind == GlobKind::prefix || glob.kind == GlobKind::suffix ||
                glob.kind == GlobKind::middle) &&
               glob.text.empty();
    Box<SymbolSource::Room> room = TRY(make_box<SymbolSource::Room>());
    for (SiteId site : block.sites)
        if (all || glob.matches(symbols_.name_at(address_of(site), *room)))
            TRY(into.collect(site));
    return Ok{};
}

Result<SiteList> SiteTable::match_in(SiteBlock &block, Text pattern)
{
    SiteList found;
    Glob glob = Glob::parse(pattern);
    TRY(glob.kind == GlobKind::exact ? match_exact(block, glob.text, found)
                                     : match_glob(block, glob, found));
    found.seal();
    return found;
}

Result<SiteList> SiteTable::match(Text pattern, const ModulePattern &module)
{
    SiteList found;
    Glob glob = Glob::parse(pattern.empty() ? Text("*") : pattern);
    for (SiteBlock &block : blocks_) {
        if (!module.matches(block))
            continue;
        TRY(glob.kind == GlobKind::exact ? match_exact(block, glob.text, found)
                                         : match_glob(block, glob, found));
    }
    found.seal();
    return found;
}

} // namespace spile
