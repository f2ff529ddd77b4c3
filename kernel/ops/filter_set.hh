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

// Ops of a set, as the hit path walks them; writers hold the registry's mutex.
struct OpLink {
    OpLink *next = nullptr;
    OpLink **back = nullptr; // what points here; null: on no list
    Op *op = nullptr;
};

// Each set has two lists of its ops, one for hits of either era. A hit keeps to the
// era that it found at its start, so that an op which moves from one set to another
// does it for each hit either before or after, and not while it is between the two:
// see Registry::move().
enum : unsigned { eras = 2 };

// A list's head. Groups of sets point to heads, one for each of their sets.
struct OpList {
    OpLink *first = nullptr;
};

// What a filter resolved to. `everything` means every site of the table but
// `sites`, and includes the functions of modules that come later.
struct SiteChoice {
    bool everything = false;
    SiteList sites;
    u64 generation = 0; // of the table, when the sites were known to be there

    u64 hash() const;
    bool operator==(const SiteChoice &other) const
    {
        return everything == other.everything && sites == other.sites;
    }
    bool includes(SiteId site) const { return sites.contains(site) != everything; }
};

struct FilterSet : ListNode {
    OpList ops[eras]; // what the hit path walks
    Garbage garbage;  // when retired

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
