// SPDX-License-Identifier: GPL-2.0
#include "ops/call_sites.hh"

namespace spile {

namespace {

constexpr u32 smallest_table_log2 = 6;

u32 bucket_of(FilterSet *const *sets, u32 count)
{
    u32 hash = 0;
    for (u32 i = 0; i < count; ++i)
        hash = hash_u32(hash ^ sets[i]->number);
    return hash >> 26;
}

// With its sets and, for each era, their lists; a null behind each row.
constexpr usize bytes_of_group(u32 count)
{
    return sizeof(SiteGroup) + (1 + eras) * (usize{count} + 1) * sizeof(void *);
}

} // namespace

static_assert(sizeof(OpList *) == sizeof(FilterSet *));
constinit CallSites::NoGroup CallSites::no_group_ = {
    {}, nullptr, nullptr, 0, 0, 0, {&no_group_.no_list, &no_group_.no_list}, nullptr};

constinit CallSites::NoSites CallSites::no_sites_ = {{}, 31, 1, {}};


CallSites::~CallSites()
{
    for (SiteGroup *&bucket : groups_)
        while (SiteGroup *group = bucket) {
            bucket = group->chain;
            spile_free(group);
        }
    if (table_ != empty_table())
        spile_free(table_);
}

// A new table holds only what is traced: entries of sites that are not any more
// go with the old one.
Result<void> CallSites::make_room(usize more)
{
    usize capacity = table_ == empty_table() ? 0 : usize{table_->mask} + 1;
    if ((filled_ + more) * 4 <= capacity * 3)
        return Ok{};
    u32 log2 = smallest_table_log2;
    while ((traced_ + more) * 4 > (usize{1} << log2) * 3)
        ++log2;
    usize entries = usize{1} << log2;
    auto *fresh = static_cast<Table *>(spile_alloc(sizeof(Table) + entries * sizeof(Entry)));
    if (!fresh)
        return Errno::no_memory;
    new (&fresh->garbage, Place{}) Garbage();
    fresh->shift = 32 - log2;
    fresh->mask = static_cast<u32>(entries - 1);

    Table *old = table_;
    usize filled = 0;
    for (u32 i = 0; i <= old->mask; ++i) {
        const Entry &entry = old->entries[i];
        if (!entry.ip || entry.group == none())
            continue;
        u32 at = hash_u32(static_cast<u32>(entry.ip)) >> fresh->shift;
        while (fresh->entries[at].ip)
            at = (at + 1) & fresh->mask;
        fresh->entries[at] = entry;
        ++filled;
    }
    store_release(table_, fresh);
    filled_ = filled;
    if (old != empty_table())
        reaper_.retire(old->garbage, old, spile_free);
    return Ok{};
}

Result<SiteGroup *> CallSites::intern(FilterSet *const *sets, u32 count)
{
    SiteGroup *&bucket = groups_[bucket_of(sets, count)];
    for (SiteGroup *group = bucket; group; group = group->chain) {
        bool equal = group->count == count;
        for (u32 i = 0; equal && i < count; ++i)
            equal = group->sets[i] == sets[i];
        if (equal)
            return static_cast<SiteGroup *>(group);
    }
    auto *group = static_cast<SiteGroup *>(spile_alloc(bytes_of_group(count)));
    if (!group)
        return Errno::no_memory;
    new (&group->garbage, Place{}) Garbage();
    group->count = count;
    for (u32 i = 0; i < count; ++i)
        group->sets[i] = sets[i];
    auto **lists = reinterpret_cast<OpList **>(group->sets + count + 1);
    for (unsigned era = 0; era < eras; ++era, lists += count + 1) {
        group->lists[era] = lists;
        for (u32 i = 0; i < count; ++i)
            lists[i] = &sets[i]->ops[era];
    }
    group->chain = bucket;
    bucket = group;
    ++group_count_;
    return static_cast<SiteGroup *>(group);
}

// The group that sites of `from` move to; made at most once per transition.
// Sets stand in the order of their numbers, so that equal groups look equal.
Result<SiteGroup *> CallSites::changed(SiteGroup *from)
{
    bool from_none = from == none();
    if (from_none ? memo_of_none_set_ : from->memo_epoch == epoch_)
        return static_cast<SiteGroup *>(from_none ? memo_of_none_ : from->next_memo);

    u32 had = from->count;
    Vec<FilterSet *> &sets = scratch_;
    sets.clear();
    // Room for one more than an addition makes: undoing it then needs no memory.
    if (change_ == Change::add)
        TRY(sets.reserve(had + 2));
    else
        TRY(sets.reserve(had));
    bool placed = change_ == Change::remove;
    for (u32 i = 0; i < had; ++i) {
        if (from->sets[i] == changing_)
            continue; // added again below, or left out
        if (!placed && changing_->number < from->sets[i]->number) {
            sets.push_reserved(changing_);
            placed = true;
        }
        sets.push_reserved(from->sets[i]);
    }
    if (!placed)
        sets.push_reserved(changing_);

    SiteGroup *to = none();
    if (!sets.empty())
        to = TRY(intern(sets.data(), static_cast<u32>(sets.size())));
    if (from_none) {
        memo_of_none_ = to;
        memo_of_none_set_ = true;
    } else {
        from->next_memo = to;
        from->memo_epoch = epoch_;
    }
    return static_cast<SiteGroup *>(to);
}

Result<void> CallSites::start(Change change, FilterSet &set, usize sites_at_most)
{
    change_ = change;
    changing_ = &set;
    ++epoch_;
    memo_of_none_ = nullptr;
    memo_of_none_set_ = false;
    return change == Change::add ? make_room(sites_at_most) : Result<void>(Ok{});
}

Result<void> CallSites::plan(SiteId site)
{
    if (!traced_ && memo_of_none_set_)
        return Ok{}; // no site is in any group: what was planned for one serves all
    Entry *entry = entry_for(site, false);
    (void)TRY(changed(entry ? entry->group : none()));
    return Ok{};
}

// A group that is made on the way leads to itself: meeting it later makes no more.
Result<void> CallSites::plan_all_groups()
{
    (void)TRY(changed(none()));
    for (SiteGroup *bucket : groups_)
        for (SiteGroup *group = bucket; group; group = group->chain)
            (void)TRY(changed(group));
    return Ok{};
}

bool CallSites::drop(SiteId site)
{
    Entry *entry = entry_for(site, false);
    if (!entry || entry->group == none())
        return false;
    --entry->group->uses;
    store_release(entry->group, none());
    --traced_;
    return true;
}

void CallSites::drop_all()
{
    for (u32 i = 0; traced_ && i <= table_->mask; ++i)
        if (uptr ip = table_->entries[i].ip)
            (void)drop(site_of(ip));
}

void CallSites::finish()
{
    changing_ = nullptr;
    release_unused();
    if (traced_ == 0 && table_ != empty_table()) {
        Table *old = table_;
        store_release(table_, empty_table());
        filled_ = 0;
        reaper_.retire(old->garbage, old, spile_free);
    }
}

void CallSites::release_unused()
{
    for (SiteGroup *&bucket : groups_)
        for (SiteGroup **link = &bucket; *link;) {
            SiteGroup *group = *link;
            if (group->uses) {
                link = &group->chain;
                continue;
            }
            *link = group->chain;
            --group_count_;
            reaper_.retire(group->garbage, group, spile_free);
        }
}

usize CallSites::bytes() const
{
    usize total = table_ == empty_table()
                      ? 0
                      : sizeof(Table) + (usize{table_->mask} + 1) * sizeof(Entry);
    for (SiteGroup *bucket : groups_)
        for (SiteGroup *group = bucket; group; group = group->chain)
            total += bytes_of_group(group->count);
    return total;
}

} // namespace spile
