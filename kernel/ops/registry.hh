// SPDX-License-Identifier: GPL-2.0
// Registry: all ops, the filter sets they use, and the call sites those touch.
// See Documentation/ops-registry.md for the ordering and the stop protocol.
//
// Contexts: task; everything here takes the registry's mutex. The hit path only
// uses call_sites().find() and walks FilterSet::ops.
#pragma once

#include "ops/op.hh"
#include "ops/patcher.hh"
#include "ops/pattern_cache.hh"

namespace spile {

struct PatchStats {
    u64 patches_on = 0;  // sites switched on, since load
    u64 patches_off = 0; // sites switched off
    u64 registrations = 0;
    u64 registrations_without_patch = 0;
    u64 unregistrations = 0;
    u64 grace_periods = 0; // waited for by unregistrations and moves
    u64 patch_ns = 0;      // spent in the patcher
    u64 matches = 0;       // patterns matched against names
    u64 matches_saved = 0; // patterns that an equal one had resolved before
};

class Registry {
  public:
    Registry(SymbolSource &symbols, Patcher &patcher);
    ~Registry();
    Registry(const Registry &) = delete;
    Registry &operator=(const Registry &) = delete;

    // Sets. hold() returns the one object for this choice, kept until release().
    // Sites of a module that has gone since they were chosen are left out.
    // Errors: no_memory.
    Result<FilterSet *> hold(SiteChoice choice);
    void release(FilterSet &set);

    // Puts ops on the sets (ops[i] on sets[i]), all or none, with one patch.
    // An op on a set that already has a user costs no walk over sites.
    // Errors: no_memory, busy (an op is registered already, or stands here twice),
    // the patcher's.
    Result<void> attach(Span<Op *const> ops, Span<FilterSet *const> sets);
    Result<void> attach(Op &op, FilterSet &set);

    // Takes ops off, with one patch and one grace period for all of them: when
    // it returns, no CPU is inside any of these ops. Ops that are not registered
    // are passed over. Cannot fail.
    void detach(Span<Op *const> ops);
    void detach(Op &op);

    // Changes the set of a registered op, and waits for a grace period. Sites in
    // both sets miss no hit and count none twice. On failure the op stays where it was.
    // Errors: no_memory, invalid (not registered), the patcher's.
    Result<void> move(Op &op, FilterSet &to);

    // Patterns of names, through the cache. Errors: no_memory.
    Result<SiteList> match(Text pattern, const ModulePattern &module);

    // Modules. coming(): their functions join the sets that mean everything.
    // going(): they leave every set. Errors: no_memory, exists, the patcher's.
    Result<void> add_sites(const void *module, Text module_name, SiteList sites);
    // Returns what the module had.
    SiteList remove_sites(const void *module);

    // Fn(SiteId, const SiteGroup&) for each traced site, in no order, under the mutex.
    template <typename Fn> void for_each_traced(Fn fn)
    {
        Locked lock(mutex_);
        sites_.for_each_traced(fn);
    }
    // Fn(SiteTable&) under the mutex.
    template <typename Fn> auto with_table(Fn fn)
    {
        Locked lock(mutex_);
        return fn(table_);
    }

    const CallSites &call_sites() const { return sites_; }
    SymbolSource &symbols() { return table_.symbols(); }
    Reaper &reaper() { return reaper_; }

    struct Report {
        PatchStats stats;
        usize sites, traced, sets, groups, ops;
        usize table_bytes, traced_bytes, set_bytes, cache_bytes;
    };
    Report report();

  private:
    Result<void> attach_locked(Span<Op *const> ops, Span<FilterSet *const> sets);
    usize members_of(const FilterSet &set);
    Result<void> plan(FilterSet &set);
    Result<void> bring_up(FilterSet &set, Vec<SiteId> &on);
    bool take_down(FilterSet &set, Vec<SiteId> *off);
    void undo_bring_up(FilterSet &set);
    void take_down_all();
    Result<void> patch(Span<const SiteId> on, Span<const SiteId> off, usize leaving = 0);
    static void link(Op &op, unsigned era, FilterSet &set);
    static void unlink(Op &op, unsigned era);
    void wait_for_hits();
    void free_if_unused(FilterSet &set);

    Mutex mutex_{"spile registry"};
    SiteTable table_;
    Patcher &patcher_;
    Reaper reaper_;
    CallSites sites_;
    PatternCache cache_;
    List<FilterSet> sets_;
    usize set_count_ = 0;
    usize op_count_ = 0;
    u32 next_number_ = 1;
    u64 batch_ = 0; // number of the attachment under way
    bool patched_everything_ = false; // as the patcher was told last
    PatchStats stats_;
};

} // namespace spile
