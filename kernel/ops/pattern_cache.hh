// SPDX-License-Identifier: GPL-2.0
// PatternCache: what recent patterns resolved to, so that an equal text finds
// its sites without matching all names again. Forgotten when the table changes.
#pragma once

#include "ops/site_table.hh"

namespace spile {

class PatternCache {
  public:
    // A copy of what `pattern` matches in `table`. `hit` says whether it was
    // known. Errors: no_memory (then nothing is cached).
    Result<SiteList> match(SiteTable &table, Text pattern, const ModulePattern &module, bool &hit);
    void clear();
    usize bytes() const;

  private:
    enum : usize {
        most_entries = 32,
        most_sites = 65536, // in all entries together: 256 KiB
    };

    struct Entry : ListNode {
        Vec<char> key;
        SiteList sites;
    };
    Entry *find(Text key);
    void forget_oldest();

    List<Entry> entries_; // least recently used first
    usize count_ = 0;
    usize sites_ = 0;
    u64 generation_ = 0;

  public:
    ~PatternCache() { clear(); }
};

} // namespace spile
