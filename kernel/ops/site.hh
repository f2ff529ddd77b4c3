// SPDX-License-Identifier: GPL-2.0
// SiteId: a call site (the address of a function's tracing hook) in 32 bits.
#pragma once

#include "base/sort.hh"
#include "base/vec.hh"
#include "glue/hit.h"

namespace spile {

using SiteId = u32;

constexpr SiteId site_of(uptr address) { return static_cast<SiteId>(address - uptr{SPILE_TEXT_BASE}); }
constexpr uptr address_of(SiteId site) { return uptr{SPILE_TEXT_BASE} + site; }

// A set of sites as a sorted array without duplicates.
class SiteList {
  public:
    usize size() const { return sites_.size(); }
    bool empty() const { return sites_.empty(); }
    SiteId operator[](usize i) const { return sites_[i]; }
    const SiteId *begin() const { return sites_.begin(); }
    const SiteId *end() const { return sites_.end(); }
    Span<const SiteId> span() const { return sites_.span(); }
    bool operator==(const SiteList &other) const;

    bool contains(SiteId site) const;
    // Index of a member, size() where it is none.
    usize index_of(SiteId site) const;

    // Collects in any order; sealed() puts the list in order. Errors: no_memory.
    Result<void> collect(SiteId site) { return sites_.push(site); }
    void seal();

    // All of these leave *this as it was on failure. Errors: no_memory.
    Result<SiteList> copy() const;
    Result<SiteList> plus(const SiteList &other) const;
    Result<SiteList> minus(const SiteList &other) const;
    void remove(const SiteList &other);
    template <typename Fn> void keep_if(Fn keep)
    {
        usize kept = 0;
        for (SiteId site : sites_)
            if (keep(site))
                sites_[kept++] = site;
        sites_.truncate(kept);
    }

  private:
    Vec<SiteId> sites_;
};

} // namespace spile
