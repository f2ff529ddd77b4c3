// SPDX-License-Identifier: GPL-2.0
#include "core.hh"

#include "control/top.hh"
#include "glue/grace.h"
#include "glue/log.h"
#include "glue/module.h"
#include "glue/ring.h"
#include "glue/sched.h"

namespace spile {

constinit Core *core = nullptr;
alignas(Core) constinit unsigned char core_storage[sizeof(Core)] = {};

namespace {

// Sites as the kernel lists them, gathered block by block.
struct Gathering {
    struct Block : ListNode {
        const void *module = nullptr;
        char name[64] = {};
        SiteList sites;
    };
    List<Block> blocks;
    Block *last = nullptr;

    ~Gathering()
    {
        while (Block *block = blocks.pop_front())
            Box<Block> owned(block);
    }
    Result<void> add(uptr address, const void *module, const char *name)
    {
        if (!last || last->module != module) {
            last = nullptr;
            for (Block &block : blocks)
                if (block.module == module)
                    last = &block;
        }
        if (!last) {
            Box<Block> block = TRY(make_box<Block>());
            block->module = module;
            for (usize i = 0; i + 1 < sizeof(block->name) && name[i]; ++i)
                block->name[i] = name[i];
            last = block.release();
            blocks.push_back(*last);
        }
        return last->sites.collect(site_of(address));
    }
};

Result<void> load_sites(Registry &registry)
{
    Gathering gathering;
    TRY(from_c(spile_each_site(
        [](void *context, unsigned long address, const void *module, const char *name) {
            Result<void> added = static_cast<Gathering *>(context)->add(address, module, name);
            return -static_cast<int>(added.error());
        },
        &gathering)));
    for (Gathering::Block &block : gathering.blocks) {
        Result<void> added =
            registry.add_sites(block.module, block.name, spile::move(block.sites));
        if (!added && added.error() != Errno::exists) // the notifier may have been first
            return added;
    }
    return Ok{};
}

Result<void> bring_up(Core &the)
{
    TRY(load_sites(the.registry));
    find_local_clock();
    the.top = TRY(the.instances.add(the.registry, ""));
    the.top->set_clock(default_clock());
    return Ok{};
}

void tear_down(Core *the)
{
    if (the->top)
        the->instances.remove(*the->top);
    the->registry.reaper().drain();
    core = nullptr;
    the->~Core();
    forget_local_clock();
}

} // namespace
} // namespace spile

using namespace spile;

extern "C" {

int spile_core_start(void)
{
    core = new (core_storage, Place{}) Core;
    return -static_cast<int>(bring_up(*core).error());
}

int spile_core_show(void) { return -static_cast<int>(make_top(Top{core->registry, core->instances, *core->top, core->event_tree}).error()); }

// Nothing is open or mounted any more: the file system is gone already.
void spile_core_stop(void)
{
    remove_top();
    tear_down(core);
}

void spile_reap(void *reaper) { static_cast<Reaper *>(reaper)->drain(); }

void spile_ring_wake(void *cookie, unsigned int cpu, unsigned int who)
{
    static_cast<Readers *>(cookie)->wake(cpu, who);
}

void spile_on_switch(const struct spile_record_sched_switch *what, unsigned int cpu)
{
    core->instances.for_each_live([&](Instance &one) {
        one.sched_switch().record(*what, spile_cpu_offset(cpu));
        one.pids().on_switch(static_cast<u32>(what->next_pid), cpu);
    });
}

void spile_on_fork(spile_u32 parent_pid, spile_u32 child_pid)
{
    core->instances.for_each_live(
        [&](Instance &one) { one.pids().on_fork(parent_pid, child_pid); });
}

void spile_on_exit(spile_u32 pid)
{
    core->instances.for_each_live([&](Instance &one) { one.pids().on_exit(pid); });
}

void spile_module_coming(const void *module, const char *name, const unsigned long *sites,
                         unsigned long count)
{
    if (!core)
        return; // the walk over all functions that follows will find it
    SiteList list;
    Result<void> done = Ok{};
    for (unsigned long i = 0; i < count && done; ++i)
        done = list.collect(site_of(sites[i]));
    if (done)
        done = core->registry.add_sites(module, name, spile::move(list));
    if (done)
        core->instances.for_each([&](Instance &one) {
            if (Result<void> came = one.module_came(module); !came)
                done = came;
        });
    if (!done && done.error() != Errno::exists) {
        Printer line;
        line.text("functions of module ").text(name).text(" are not (all) traced: error ");
        line.dec(static_cast<u64>(done.error()));
        spile_log_error(line.view().data(), line.size());
    }
}

void spile_module_going(const void *module)
{
    if (!core)
        return;
    SiteList gone = core->registry.remove_sites(module);
    if (!gone.empty())
        core->instances.for_each([&](Instance &one) { one.module_went(gone); });
}

} // extern "C"
