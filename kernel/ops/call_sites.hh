// SPDX-License-Identifier: GPL-2.0
// CallSites: for each traced site the group of filter sets that contain it.
// A group's size is the site's reference count; null <-> non-null is the 0 <-> 1
// step that becomes a patch.
//
// The hit path reads the table without a lock: open addressing over {ip, group}.
// An entry's group is stored before its ip (release), an entry is never moved or
// freed while readable: a table that is outgrown is replaced as a whole and
// retired, as are groups that no site uses any more.
#pragma once

#include "base/atomic.hh"
#include "base/hash.hh"
#include "ops/filter_set.hh"
#include "ops/reaper.hh"

namespace spile {

// The sets that contain a site. Immutable once published; equal groups are one object.
struct SiteGroup {
    Garbage garbage;      // when retired
    SiteGroup *chain;     // in the intern table
    SiteGroup *next_memo; // result of the transition under way
    u64 memo_epoch;       // which transition that is
    u32 uses;             // sites with this group
    u32 count;
    OpList *const *lists[eras]; // for hits of each era: the sets' lists, and a null
    FilterSet *sets[];          // `count` of them and a null; behind them the lists
};

class CallSites {
  public:
    struct Entry {
        uptr ip;
        SiteGroup *group;
    };
    // The smallest table is static and empty: nothing is traced.
    struct Table {
        Garbage garbage;
        u32 shift; // 32 - log2(entries)
        u32 mask;
        Entry entries[];
    };

    explicit CallSites(Reaper &reaper) : reaper_(reaper) {}
    ~CallSites();

    // The group of a site; an empty one when nothing traces it (a call that was on
    // its way here when the site was switched off).
    // Contexts: any, NMI included; preemption off. No lock, no allocation.
    const SiteGroup *find(uptr ip) const
    {
        const Table *table = load_acquire(table_);
        u32 at = hash_u32(static_cast<u32>(ip)) >> table->shift;
        for (;;) {
            const Entry &entry = table->entries[at];
            uptr there = load_acquire(entry.ip);
            if (there == ip) [[likely]]
                return load_acquire(entry.group);
            if (!there)
                return none();
            at = (at + 1) & table->mask;
        }
    }

    // The lists of ops that a hit has to walk, and a null. A hit asks once: from the
    // era that it gets here until a grace period later, it sees each op once.
    // Contexts: any, NMI included; preemption off. No lock, no allocation.
    OpList *const *lists_for(uptr ip) const
    {
        // The era first: what was published before it is then seen, too.
        unsigned era = load_acquire(era_);
        return find(ip)->lists[era];
    }
    // The era of hits that begin now. Hits of the other one are over, except within
    // Registry::move().
    unsigned era() const { return era_; }
    void change_era() { store_release(era_, 1 - era_); }

    // A transition adds a set to, or takes one from, the groups of many sites.
    // plan() does all that can fail and publishes nothing; apply() cannot fail.
    // Errors: no_memory.
    enum class Change : u8 { add, remove };
    Result<void> start(Change change, FilterSet &set, usize sites_at_most);
    Result<void> plan(SiteId site);
    // plan() for whatever sites, by the groups there are: where a site goes depends on
    // its group alone. May make groups that no site needs; finish() drops them.
    Result<void> plan_all_groups();
    // Returns true when the site's count went 0 -> 1 or 1 -> 0.
    bool apply(SiteId site);
    void finish();

    // Forgets a site (its module goes).
    bool drop(SiteId site);
    // Forgets all: no op is left. finish() follows.
    void drop_all();

    usize traced() const { return traced_; }
    template <typename Fn> void for_each_traced(Fn fn) const
    {
        for (u32 i = 0; i <= table_->mask; ++i)
            if (Entry &entry = table_->entries[i]; entry.ip && entry.group != none())
                fn(site_of(entry.ip), *entry.group);
    }
    usize bytes() const;
    usize groups() const { return group_count_; }

  private:
    enum : usize { group_buckets = 64 };

    Entry *entry_for(SiteId site, bool make);
    Result<void> make_room(usize more);
    Result<SiteGroup *> changed(SiteGroup *from);
    Result<SiteGroup *> intern(FilterSet *const *sets, u32 count);
    void release_unused();

    Reaper &reaper_;
    // Stand-ins, so that the hit path tests for no null: a group of no sets, and a
    // table of no sites. Never written.
    static SiteGroup *none() { return reinterpret_cast<SiteGroup *>(&no_group_); }
    static Table *empty_table() { return reinterpret_cast<Table *>(&no_sites_); }
    struct NoGroup { // laid out as a SiteGroup
        alignas(Garbage) unsigned char garbage[sizeof(Garbage)];
        void *chain, *next_memo;
        u64 memo_epoch;
        u32 uses, count;
        OpList *const *lists[eras];
        OpList *no_list; // as sets[0], too
    };
    static NoGroup no_group_;
    struct NoSites { // laid out as a Table
        alignas(Garbage) unsigned char garbage[sizeof(Garbage)];
        u32 shift, mask; // two entries: a shift by 31 leaves one bit
        Entry entries[2];
    };
    static NoSites no_sites_;

    Table *table_ = empty_table();
    unsigned era_ = 0;
    usize filled_ = 0; // entries with an ip, traced or not
    usize traced_ = 0;
    SiteGroup *groups_[group_buckets] = {};
    usize group_count_ = 0;

    Change change_ = Change::add;
    FilterSet *changing_ = nullptr;
    u64 epoch_ = 0;
    SiteGroup *memo_of_none_ = nullptr;
    bool memo_of_none_set_ = false;
    Vec<FilterSet *> scratch_;
};

inline CallSites::Entry *CallSites::entry_for(SiteId site, bool make)
{
    uptr ip = address_of(site);
    u32 at = hash_u32(static_cast<u32>(ip)) >> table_->shift;
    for (;; at = (at + 1) & table_->mask) {
        Entry &entry = table_->entries[at];
        if (entry.ip == ip)
            return &entry;
        if (entry.ip)
            continue;
        if (!make)
            return nullptr;
        ++filled_;
        entry.group = none();
        store_release(entry.ip, ip);
        return &entry;
    }
}

// In line: thousands of sites in a row are the common case.
[[gnu::always_inline]] inline bool CallSites::apply(SiteId site)
{
    Entry *entry = entry_for(site, change_ == Change::add);
    if (!entry)
        return false;
    SiteGroup *from = entry->group;
    SiteGroup *to = from == none() ? memo_of_none_ : from->next_memo;
    if (from == to)
        return false;
    if (from != none())
        --from->uses;
    if (to != none())
        ++to->uses;
    store_release(entry->group, to);
    traced_ += from == none();
    traced_ -= to == none();
    return from == none() || to == none();
}

} // namespace spile
