// SPDX-License-Identifier: GPL-2.0
// SiteTable: every traceable function, in one block for the kernel and one for
// each loaded module, found by address, by exact name in O(log n), or by glob.
// 12 bytes a site: 4 for the address, 8 for the name index. Names themselves
// stay where the kernel has them (kallsyms).
#pragma once

#include "base/glob.hh"
#include "base/list.hh"
#include "base/box.hh"
#include "ops/site.hh"

namespace spile {

// Where names come from: kallsyms in the kernel, a table in tests.
class SymbolSource {
  public:
    // Name of the function at `address`; empty when it has none. `room` holds it
    // until the next call.
    struct Room {
        char name[512];
        char module[64];
    };
    virtual Text name_at(uptr address, Room &room) = 0;

  protected:
    ~SymbolSource() = default;
};

struct SiteBlock : ListNode {
    struct NameEntry {
        u32 hash;
        SiteId site;
    };
    const void *module = nullptr; // the kernel's own block has none
    char module_name[64] = {};
    SiteList sites;
    Vec<NameEntry> names; // by hash

    Text name_of_module() const { return Text(module_name); }
};

// Which modules a pattern speaks of: `:mod:NAME`, NAME a glob, '!' inverts.
struct ModulePattern {
    bool any = true;
    bool inverted = false;
    Text text;
    bool matches(const SiteBlock &block) const;
};

class SiteTable {
  public:
    explicit SiteTable(SymbolSource &symbols) : symbols_(symbols) {}
    ~SiteTable();

    // `sites` need not be sorted. `module` null is the kernel itself.
    // Errors: no_memory, exists (module already there).
    Result<SiteBlock *> add_block(const void *module, Text module_name, SiteList sites);
    SiteBlock *find_block(const void *module);
    void remove_block(SiteBlock &block);

    // Sites whose name matches. Errors: no_memory. An empty list is no error.
    Result<SiteList> match(Text pattern, const ModulePattern &module);
    // As match(), within one block (a module that has just come).
    Result<SiteList> match_in(SiteBlock &block, Text pattern);

    // The index-th site in the order of available_filter_functions; 0-based.
    Result<SiteId> at_index(usize index);

    bool contains(SiteId site);
    usize size() const { return size_; }
    usize bytes() const;
    // Changes whenever a block comes or goes: caches compare it.
    u64 generation() const { return generation_; }
    List<SiteBlock> &blocks() { return blocks_; }
    SymbolSource &symbols() { return symbols_; }

  private:
    Result<void> match_exact(SiteBlock &block, Text name, SiteList &into);
    Result<void> match_glob(SiteBlock &block, const Glob &glob, SiteList &into);

    SymbolSource &symbols_;
    List<SiteBlock> blocks_;
    usize size_ = 0;
    u64 generation_ = 0;
};

} // namespace spile
