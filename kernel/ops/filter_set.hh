// SPDX-License-Identifier: GPL-2.0
// FilterSet: the resolved call sites of `filter \ notrace`, interned: ops with
// equal filters share one object. Only its first and its last user touch call
// sites. See Documentation/ops-registry.md.
#pragma once

#include "ops/reaper.hh"
#include "ops/site_table.hh"

namespace spile {

struct Op;
struct FilterSet;

// An op's place in a set's list. The hit path walks `next`; writers hold the
// registry's mutex.
struct OpSlot {
    OpSlot *next = nullptr;
    OpSlot *prev = nullptr;
    Op *op = nullptr;
    FilterSet *set = nullptr;
};

// What a filter resolved to. `everything` means every site of the table but
// `sites`, and includes the functions of modules that come later.
struct SiteChoice {
    bool everything = false;
    SiteList sites;

    u64 hash() const;
    bool operator==(const SiteChoice &other) const
    {
        return everything == other.everything && sites == other.sites;
    }
    bool includes(SiteId site) const { return sites.contains(site) != everything; }
};

struct FilterSet : ListNode {
    OpSlot *ops = nullptr; // what the hit path walks
    Garbage garbage;       // when retired

    SiteChoice choice;
    u64 hash = 0;
    u32 number = 0;    // unique, for hashing groups of sets
    u32 holders = 0;   // filters and ops that keep this object
    u32 users = 0;     // ops on the list
    bool attached = false; // its sites' groups contain it

    // Calls fn(site) for every member.
    template <typename Fn> void for_each_site(SiteTable &table, Fn fn)
    {
        if (!choice.everything) {
            for (SiteId site : choice.sites)
                fn(site);
            return;
        }
        for (SiteBlock &block : table.blocks())
            for (SiteId site : block.sites)
                if (!choice.sites.contains(site))
                    fn(site);
    }
};

} // namespace spile
