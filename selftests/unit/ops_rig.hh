// SPDX-License-Identifier: GPL-2.0
// For the tests of ops: a registry over made-up functions, a patcher that records,
// and ops that count what they see. Nothing of it is the system's, so all of it
// runs in the kernel too.
#pragma once

#include "base/box.hh"
#include "ops/dispatch.hh"
#include "ops/registry.hh"
#include "selftests/fakes/fakes.hh"
#include "selftests/unit/test.hh"

namespace spile::ops_test {

constexpr u32 most_kernel_sites = 8192;
constexpr u32 most_modules = 4;
constexpr u32 most_module_sites = 64;

constexpr SiteId kernel_site(u32 i) { return 0x81000000u + 16 * i; }
constexpr SiteId module_site(u32 m, u32 i) { return 0xc0000000u + 0x10000 * m + 16 * i; }
// A small number for each site that there can be.
constexpr u32 number_of(SiteId site)
{
    return site < module_site(0, 0) ? (site - kernel_site(0)) / 16
                                    : most_kernel_sites +
                                          (site - module_site(0, 0)) / 0x10000 * most_module_sites +
                                          site % 0x10000 / 16;
}
constexpr u32 most_sites = most_kernel_sites + most_modules * most_module_sites;

inline const void *module(u32 m) { return reinterpret_cast<const void *>(uptr{0x1000} * (m + 1)); }

// Names of functions: those of a table, and for all others "f<number>".
class Names final : public SymbolSource {
  public:
    struct Row {
        SiteId site;
        const char *name;
    };
    Text name_at(uptr address, Room &room) override
    {
        ++asked;
        for (const Row &row : rows)
            if (address_of(row.site) == address)
                return row.name;
        u32 number = number_of(site_of(address));
        char *end = room.name + sizeof(room.name), *at = end;
        do
            *--at = static_cast<char>('0' + number % 10);
        while (number /= 10);
        *--at = 'f';
        return {at, static_cast<usize>(end - at)};
    }
    Span<const Row> rows;
    usize asked = 0;
};

// What is patched, and each thing that no patcher should be told.
class Recorder final : public Patcher {
  public:
    Result<void> apply(const PatchPlan &plan) override
    {
        ++calls;
        run(before);
        // Taking sites off never fails.
        if (fail_nth && plan.off.empty() && --fail_nth == 0)
            return error;
        for (SiteId site : plan.on) {
            wrong += patched(site);
            bits_[number_of(site) / 64] |= u64{1} << number_of(site) % 64;
            ++ons;
        }
        for (SiteId site : plan.off) {
            wrong += !patched(site);
            bits_[number_of(site) / 64] &= ~(u64{1} << number_of(site) % 64);
            ++offs;
        }
        everything = plan.everything;
        ever_everything |= everything;
        wrong += plan.after.traced() != ons - offs;
        run(after);
        return Ok{};
    }
    void clear() override
    {
        ++calls;
        run(before);
        for (u64 &bits : bits_)
            bits = 0;
        offs = ons;
        everything = false;
        run(after);
    }
    bool patched(SiteId site) const
    {
        return bits_[number_of(site) / 64] >> number_of(site) % 64 & 1;
    }
    usize count() const { return ons - offs; }

    using Hook = void (*)(void *context);
    Hook before = nullptr, after = nullptr;
    void *context = nullptr;
    usize fail_nth = 0; // counted from 1; 0: none
    Errno error = Errno::no_device;

    usize calls = 0, ons = 0, offs = 0;
    usize wrong = 0; // on while on, off while off, a count that does not fit
    bool everything = false;
    bool ever_everything = false;

  private:
    void run(Hook hook)
    {
        if (hook)
            hook(context);
    }
    u64 bits_[(most_sites + 63) / 64] = {};
};

// An op that counts its hits.
struct Watcher {
    Op op;
    u64 hits = 0;
    Watcher()
    {
        op.kind = OpKind::function;
        op.target = this;
    }
};

struct WatcherRunner {
    void function(const Op &op, const Hit &) { ++static_cast<Watcher *>(op.target)->hits; }
    void function_backward(const Op &, const Hit &) {}
    void function_more(const Op &, const Hit &) {}
    void command(const Op &, const Hit &) {}
    void callback(const Op &, const Hit &) {}
};

class Rig {
  public:
    // The kernel has functions 0 .. kernel_sites - 1.
    explicit Rig(u32 kernel_sites, Span<const Names::Row> names = {})
    {
        symbols.rows = names;
        SiteList sites;
        for (u32 i = 0; i < kernel_sites; ++i)
            EXPECT(sites.collect(kernel_site(i)));
        EXPECT(registry.add_sites(nullptr, "", spile::move(sites)));
    }
    ~Rig()
    {
        fakes::run_reaps();
        EXPECT_EQ(patcher.wrong, 0u);
    }
    static Box<Rig> create(u32 kernel_sites, Span<const Names::Row> names = {})
    {
        return make_box<Rig>(kernel_sites, names).take();
    }

    Result<void> load_module(u32 m, u32 count, const char *name = "mod")
    {
        SiteList sites;
        for (u32 i = 0; i < count; ++i)
            TRY(sites.collect(module_site(m, i)));
        return registry.add_sites(module(m), name, spile::move(sites));
    }

    // The set of kernel functions first .. first + count - 1, held once more.
    Result<FilterSet *> try_range(u32 first, u32 count, u32 step = 1)
    {
        SiteChoice choice;
        for (u32 i = 0; i < count; ++i)
            TRY(choice.sites.collect(kernel_site(first + i * step)));
        choice.sites.seal();
        return registry.hold(spile::move(choice));
    }
    FilterSet &range(u32 first, u32 count, u32 step = 1)
    {
        return *try_range(first, count, step).value();
    }
    // Every function but kernel functions first .. first + count - 1.
    FilterSet &all_but(u32 first, u32 count)
    {
        SiteChoice choice;
        choice.everything = true;
        for (u32 i = 0; i < count; ++i)
            EXPECT(choice.sites.collect(kernel_site(first + i)));
        choice.sites.seal();
        return *registry.hold(spile::move(choice)).value();
    }
    FilterSet &everything() { return all_but(0, 0); }

    template <typename... Sets> void release(Sets &...sets) { (registry.release(sets), ...); }

    // A call of a function, whether it is patched or not.
    void dispatch_at(SiteId site, unsigned cpu = 0)
    {
        dispatch<WatcherRunner>(registry.call_sites(), address_of(site), 0, spile_cpu_offset(cpu),
                                nullptr);
    }
    // A call as it is: it comes here only when the site is patched.
    void call(SiteId site, unsigned cpu = 0)
    {
        if (patcher.patched(site))
            dispatch_at(site, cpu);
    }

    // The patcher's and the registry's view of what is traced are one.
    bool consistent()
    {
        usize traced = 0, wrong = 0;
        registry.for_each_traced([&](SiteId site, const SiteGroup &group) {
            ++traced;
            wrong += !patcher.patched(site) || !group.count;
        });
        return !wrong && traced == patcher.count() && registry.report().traced == traced;
    }

    Names symbols;
    Recorder patcher;
    Registry registry{symbols, patcher};
};

// At its end as much memory is in use as at its start.
class NoLeak {
  public:
    ~NoLeak() { EXPECT_EQ(fakes::live_memory(), before_); }

  private:
    usize before_ = fakes::live_memory();
};

// Runs attempt() with its first allocation failing, then with its second, and so on
// until one needs no more; with all after the nth failing too when `onwards`. Returns
// how many failed.
template <typename Fn> usize fail_each_allocation(Fn attempt, bool onwards = false)
{
    for (usize nth = 1;; ++nth) {
        fakes::fail_allocation(nth, onwards);
        attempt();
        usize failed = fakes::failed_allocations();
        fakes::fail_allocation(0);
        if (!failed)
            return nth - 1;
    }
}

#define NEEDS_FAILING_MEMORY()                                                                     \
    do {                                                                                           \
        if (!fakes::memory_is_fake)                                                                \
            SKIP("the kernel's allocations cannot be made to fail");                               \
    } while (0)

} // namespace spile::ops_test
