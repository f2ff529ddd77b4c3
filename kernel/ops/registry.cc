// SPDX-License-Identifier: GPL-2.0
#include "ops/registry.hh"

#include "glue/clock.h"
#include "glue/grace.h"

namespace spile {

Registry::Registry(SymbolSource &symbols, Patcher &patcher)
    : table_(symbols), patcher_(patcher), sites_(reaper_)
{
}

Registry::~Registry()
{
    while (FilterSet *set = sets_.pop_front())
        Box<FilterSet> owned(set);
}

Result<FilterSet *> Registry::hold(SiteChoice choice)
{
    Locked lock(mutex_);
    if (choice.generation != table_.generation())
        choice.sites.keep_if([&](SiteId site) { return table_.contains(site); });
    u64 hash = choice.hash();
    for (FilterSet &set : sets_)
        if (set.hash == hash && set.choice == choice) {
            ++set.holders;
            return &set;
        }
    Box<FilterSet> set = TRY(make_box<FilterSet>());
    set->choice = spile::move(choice);
    set->hash = hash;
    set->number = next_number_++;
    set->holders = 1;
    FilterSet *made = set.release();
    sets_.push_back(*made);
    ++set_count_;
    return made;
}

void Registry::release(FilterSet &set)
{
    Locked lock(mutex_);
    --set.holders;
    free_if_unused(set);
}

// A set whose last op has just left may still be walked by a hit, so its memory
// goes through a grace period like a group's. Sets are few: the caller of
// detach() has waited already; here the wait is only for the rare direct case.
void Registry::free_if_unused(FilterSet &set)
{
    if (set.holders || set.users || set.attached)
        return;
    set.unlink();
    --set_count_;
    reaper_.retire(set.garbage, &set,
                   [](void *object) { Box<FilterSet> owned(static_cast<FilterSet *>(object)); });
    reaper_.flush();
}

void Registry::link(Op &op, unsigned era, FilterSet &set)
{
    OpLink &at = op.links[era];
    OpList &list = set.ops[era];
    at.op = &op;
    at.back = &list.first;
    at.next = list.first;
    if (at.next)
        at.next->back = &at.next;
    // Release: a hit that sees the link sees its fields.
    store_release(list.first, &at);
}

// `next` stays: a hit that stands on this link walks on from here. The link may be
// used again when no hit of its era is left.
void Registry::unlink(Op &op, unsigned era)
{
    OpLink &at = op.links[era];
    if (at.next)
        at.next->back = at.back;
    store_release(*at.back, at.next);
}

usize Registry::members_of(const FilterSet &set)
{
    return set.choice.everything ? table_.size() : set.choice.sites.size();
}

void Registry::wait_for_hits()
{
    spile_wait_for_hits();
    ++stats_.grace_periods;
}

// `leaving`: sites that are traced and have left the table already.
Result<void> Registry::patch(Span<const SiteId> on, Span<const SiteId> off, usize leaving)
{
    bool everything = !leaving && table_.size() && sites_.traced() == table_.size();
    // A patcher that has everything gets the functions of modules, too, that come later.
    bool too_much = patched_everything_ && !everything;
    if (on.empty() && off.empty() && !too_much)
        return Ok{};
    u64 start = spile_clock_local();
    Result<void> done = patcher_.apply({on, off, sites_, everything});
    stats_.patch_ns += spile_clock_local() - start;
    if (done) {
        patched_everything_ = everything;
        stats_.patches_on += on.size();
        stats_.patches_off += off.size();
    }
    return done;
}

// The transition that was started, for all sites of the set.
Result<void> Registry::plan(FilterSet &set)
{
    if (sites_.groups() <= members_of(set))
        return sites_.plan_all_groups();
    Result<void> planned = Ok{};
    set.for_each_site(table_, [&](SiteId site) {
        if (planned)
            planned = sites_.plan(site);
    });
    return planned;
}

// First user of a set: its sites' groups take it in. `on` receives the sites
// that were not traced before. On failure nothing has changed. The caller calls
// finish() when it is through with all sets, and not before: until then the groups
// that sites have left are still there to go back to.
Result<void> Registry::bring_up(FilterSet &set, Vec<SiteId> &on)
{
    usize members = members_of(set);
    usize before = on.size();
    Result<void> planned = on.reserve(on.size() + members);
    if (planned)
        planned = sites_.start(CallSites::Change::add, set, members);
    if (planned)
        planned = plan(set);
    if (!planned) {
        on.truncate(before);
        return planned.error();
    }
    set.for_each_site(table_, [&](SiteId site) {
        if (sites_.apply(site))
            on.push_reserved(site);
    });
    set.attached = true;
    return Ok{};
}

// Last user gone: its sites' groups drop it. False, and nothing changed, when
// there was no memory for the groups that remain; `off` null is for undoing.
bool Registry::take_down(FilterSet &set, Vec<SiteId> *off)
{
    Result<void> planned = sites_.start(CallSites::Change::remove, set, 0);
    if (planned && off)
        planned = off->reserve(off->size() + sites_.traced());
    if (planned && off)
        planned = plan(set);
    else if (planned) // group by group would make groups, which takes memory
        set.for_each_site(table_, [&](SiteId site) {
            if (planned)
                planned = sites_.plan(site);
        });
    if (!planned) {
        sites_.finish();
        return false;
    }
    set.for_each_site(table_, [&](SiteId site) {
        if (sites_.apply(site) && off)
            off->push_reserved(site);
    });
    set.attached = false;
    return true;
}

// The groups that the sites had before are still interned (finish() has not
// run since), so going back needs no memory: for several sets in the opposite
// order, as only then each step leads to a group that was there.
void Registry::undo_bring_up(FilterSet &set) { (void)take_down(set, nullptr); }

// The last op is gone, and with it every site: no list of them is needed, nor memory.
void Registry::take_down_all()
{
    usize off = sites_.traced();
    for (FilterSet &set : sets_)
        set.attached = false;
    sites_.drop_all();
    if (!off)
        return;
    u64 start = spile_clock_local();
    patcher_.clear();
    patched_everything_ = false;
    stats_.patch_ns += spile_clock_local() - start;
    stats_.patches_off += off;
}

Result<void> Registry::attach_locked(Span<Op *const> ops, Span<FilterSet *const> sets)
{
    ++batch_;
    for (Op *op : ops) {
        if (op->registered() || op->batch == batch_) // the same one twice
            return Errno::busy;
        op->batch = batch_;
    }

    Vec<SiteId> on;
    Vec<FilterSet *> raised;
    Result<void> done = Ok{};
    for (usize i = 0; i < ops.size() && done; ++i) {
        if (sets[i]->attached)
            continue;
        done = raised.push(sets[i]);
        if (!done)
            break;
        done = bring_up(*sets[i], on);
        if (!done)
            raised.pop();
    }
    if (done)
        done = patch(on.span().as_const(), {});
    if (!done) {
        while (!raised.empty()) {
            undo_bring_up(*raised.back());
            raised.pop();
        }
        sites_.finish();
        reaper_.flush();
        return done.error();
    }

    for (usize i = 0; i < ops.size(); ++i) {
        Op &op = *ops[i];
        op.on = sets[i];
        ++op.on->holders;
        ++op.on->users;
        for (unsigned era = 0; era < eras; ++era)
            link(op, era, *op.on);
    }
    op_count_ += ops.size();
    stats_.registrations += ops.size();
    if (on.empty())
        stats_.registrations_without_patch += ops.size();
    if (!raised.empty()) {
        sites_.finish();
        reaper_.flush();
    }
    return Ok{};
}

Result<void> Registry::attach(Span<Op *const> ops, Span<FilterSet *const> sets)
{
    Locked lock(mutex_);
    return attach_locked(ops, sets);
}

Result<void> Registry::attach(Op &op, FilterSet &set)
{
    Op *const ops[] = {&op};
    FilterSet *const sets[] = {&set};
    return attach(ops, sets);
}

void Registry::detach(Op &op)
{
    Op *const ops[] = {&op};
    detach(ops);
}

void Registry::detach(Span<Op *const> ops)
{
    Locked lock(mutex_);
    Vec<SiteId> off;
    usize left = 0;
    for (Op *op : ops) {
        if (!op->registered())
            continue;
        for (unsigned era = 0; era < eras; ++era)
            unlink(*op, era);
        --op->on->users;
        --op->on->holders;
        op->on = nullptr;
        ++left;
    }
    if (!left)
        return;
    op_count_ -= left;
    stats_.unregistrations += left;
    // A set that cannot be taken down now (no memory) lingers without users and is
    // tried again here the next time; at the latest with the last op.
    if (!op_count_)
        take_down_all();
    for (FilterSet &set : sets_)
        if (set.attached && !set.users)
            (void)take_down(set, &off);
    (void)patch({}, off.span().as_const());
    sites_.finish();
    wait_for_hits();
    for (auto at = sets_.begin(); at != sets_.end();) {
        FilterSet &set = *at;
        ++at;
        free_if_unused(set);
    }
    reaper_.flush();
}

Result<void> Registry::move(Op &op, FilterSet &to)
{
    Locked lock(mutex_);
    if (!op.registered())
        return Errno::invalid;
    FilterSet &from = *op.on;
    if (&from == &to)
        return Ok{};
    if (!to.attached) {
        Vec<SiteId> on;
        Result<void> done = bring_up(to, on);
        if (done) {
            done = patch(on.span().as_const(), {});
            if (!done)
                undo_bring_up(to);
        }
        sites_.finish();
        if (!done) {
            reaper_.flush();
            return done.error();
        }
    }
    // Both sets' sites are traced now, and a hit finds both sets at a site that is
    // in both. It must not find the op in neither, or in each of them: so the op
    // moves in the lists of the era in which no hit runs, then all hits that begin
    // are of that era, and when those of the old one are over it moves there, too.
    unsigned old_era = sites_.era(), new_era = 1 - old_era;
    unlink(op, new_era);
    link(op, new_era, to);
    sites_.change_era();
    wait_for_hits();
    unlink(op, old_era);
    link(op, old_era, to);
    op.on = &to;
    ++to.users;
    ++to.holders;
    --from.users;
    --from.holders;
    if (!from.users) {
        Vec<SiteId> off;
        if (take_down(from, &off))
            (void)patch({}, off.span().as_const());
        sites_.finish();
        free_if_unused(from);
    }
    reaper_.flush();
    return Ok{};
}

Result<SiteList> Registry::match(Text pattern, const ModulePattern &module)
{
    Locked lock(mutex_);
    bool hit = false;
    Result<SiteList> found = cache_.match(table_, pattern, module, hit);
    ++(hit ? stats_.matches_saved : stats_.matches);
    return found;
}

Result<void> Registry::add_sites(const void *module, Text module_name, SiteList sites)
{
    Locked lock(mutex_);
    SiteBlock &block = *TRY(table_.add_block(module, module_name, spile::move(sites)));
    Vec<SiteId> on;
    Vec<FilterSet *> joined;
    Result<void> done = on.reserve(block.sites.size());
    auto for_joining = [&](FilterSet &set, CallSites::Change change, auto each) {
        Result<void> planned = sites_.start(change, set, block.sites.size());
        for (SiteId site : block.sites)
            if (planned)
                planned = sites_.plan(site);
        if (planned)
            for (SiteId site : block.sites)
                each(sites_.apply(site), site);
        return planned;
    };
    for (FilterSet &set : sets_) {
        if (!done || !set.choice.everything || !set.attached)
            continue;
        done = joined.push(&set);
        if (!done)
            break;
        done = for_joining(set, CallSites::Change::add, [&](bool first, SiteId site) {
            if (first)
                on.push_reserved(site);
        });
        if (!done)
            joined.pop();
    }
    if (done)
        done = patch(on.span().as_const(), {});
    if (!done) {
        for (SiteId site : block.sites)
            (void)sites_.drop(site);
        table_.remove_block(block);
    }
    sites_.finish();
    reaper_.flush();
    return done;
}

SiteList Registry::remove_sites(const void *module)
{
    Locked lock(mutex_);
    SiteList gone;
    SiteBlock *block = table_.find_block(module);
    if (!block)
        return gone;
    table_.take_sites(*block, gone);
    for (FilterSet &set : sets_) {
        usize before = set.choice.sites.size();
        set.choice.sites.remove(gone);
        if (set.choice.sites.size() != before)
            set.hash = set.choice.hash();
    }
    usize leaving = 0;
    for (SiteId site : gone)
        leaving += sites_.find(address_of(site))->count != 0;
    // Each run of neighbours that are traced is a patch: mostly there is one, and a
    // list of all would need memory.
    for (usize at = 0; at < gone.size(); ++at) {
        usize start = at;
        while (at < gone.size() && sites_.drop(gone[at]))
            ++at;
        leaving -= at - start;
        (void)patch({}, {gone.begin() + start, at - start}, leaving);
    }
    sites_.finish();
    reaper_.flush();
    return gone;
}

Registry::Report Registry::report()
{
    Locked lock(mutex_);
    usize set_bytes = 0;
    for (FilterSet &set : sets_)
        set_bytes += sizeof(FilterSet) + set.choice.sites.size() * sizeof(SiteId);
    return {stats_,   table_.size(),      sites_.traced(), set_count_,
            sites_.groups(), op_count_,   table_.bytes(),  sites_.bytes(),
            set_bytes, cache_.bytes()};
}

} // namespace spile
