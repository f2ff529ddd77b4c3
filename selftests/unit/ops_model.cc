// SPDX-License-Identifier: GPL-2.0
// Everything at random, against a model: which sites must be patched, and who must
// see which call.
#include "ops/registry.hh"

#include "selftests/unit/ops_rig.hh"

namespace spile::ops_test {
namespace {

constexpr u32 kernel_count = 120;
constexpr u32 module_count = 30;
constexpr u32 op_count = 12;

class Random {
  public:
    explicit Random(u32 seed) : state_(seed) {}
    u32 below(u32 limit)
    {
        state_ = state_ * 6364136223846793005ull + 1442695040888963407ull;
        return static_cast<u32>(state_ >> 33) % limit;
    }
    bool one_in(u32 n) { return below(n) == 0; }

  private:
    u64 state_;
};

// A choice as the model has it: membership by number.
struct ModelSet {
    bool on = false;
    bool everything = false;
    bool listed[kernel_count + most_modules * module_count] = {};
};

struct World {
    Rig rig{kernel_count};
    Random random;
    Watcher watchers[op_count];
    ModelSet sets[op_count];
    bool loaded[most_modules] = {};
    bool memory_fails = false; // sites may stay patched for nobody
    usize wrong = 0;

    explicit World(u32 seed) : random(seed) {}
    ~World()
    {
        for (Watcher &one : watchers)
            rig.registry.detach(one.op);
    }

    static SiteId site(u32 i)
    {
        return i < kernel_count ? kernel_site(i)
                                : module_site((i - kernel_count) / module_count,
                                              (i - kernel_count) % module_count);
    }
    static constexpr u32 count = kernel_count + most_modules * module_count;
    bool there(u32 i) const { return i < kernel_count || loaded[(i - kernel_count) / module_count]; }
    bool sees(u32 op, u32 i) const
    {
        return sets[op].on && there(i) && sets[op].listed[i] != sets[op].everything;
    }

    void choose(ModelSet &model, SiteChoice &choice)
    {
        model = {};
        model.everything = choice.everything = random.one_in(4);
        u32 first = random.below(count), length = random.below(count / 2), step = 1 + random.below(3);
        for (u32 i = first; i < count && i < first + length; i += step)
            if (there(i)) {
                model.listed[i] = true;
                EXPECT(choice.sites.collect(site(i)));
            }
        choice.sites.seal();
    }
    // Of a few, so that ops often have equal ones.
    FilterSet &choose_for(u32 op, ModelSet &model)
    {
        SiteChoice choice;
        u32 other = random.below(op_count);
        if (random.one_in(3) && sets[other].on && other != op) {
            model = sets[other];
            choice.everything = model.everything;
            for (u32 i = 0; i < count; ++i)
                if (model.listed[i] && there(i))
                    EXPECT(choice.sites.collect(site(i)));
            choice.sites.seal();
        } else {
            choose(model, choice);
        }
        return *rig.registry.hold(spile::move(choice)).value();
    }
    void make_trouble()
    {
        if (fakes::memory_is_fake && random.one_in(5))
            fakes::fail_allocation(1 + random.below(12), random.one_in(2));
        if (random.one_in(8))
            rig.patcher.fail_nth = 1;
    }
    void end_trouble()
    {
        memory_fails |= fakes::failed_allocations() != 0;
        fakes::fail_allocation(1u << 30); // and count from 0 again
        fakes::fail_allocation(0);
        rig.patcher.fail_nth = 0;
    }

    void attach_some()
    {
        Op *ops[op_count];
        FilterSet *to[op_count];
        u32 which[op_count];
        ModelSet model[op_count];
        u32 n = 0;
        for (u32 i = 0; i < op_count; ++i)
            if (!sets[i].on && random.one_in(3)) {
                to[n] = &choose_for(i, model[n]);
                which[n] = i;
                ops[n++] = &watchers[i].op;
            }
        make_trouble();
        Result<void> done = rig.registry.attach({ops, n}, {to, n});
        end_trouble();
        for (u32 i = 0; i < n; ++i) {
            if (done) {
                sets[which[i]] = model[i];
                sets[which[i]].on = true;
            }
            rig.registry.release(*to[i]);
        }
    }
    void detach_some()
    {
        Op *ops[op_count];
        u32 n = 0;
        for (u32 i = 0; i < op_count; ++i)
            if (random.one_in(3)) {
                sets[i].on = false;
                ops[n++] = &watchers[i].op;
            }
        bool trouble = random.one_in(4) && fakes::memory_is_fake;
        if (trouble)
            fakes::fail_allocation(1 + random.below(3), true);
        rig.registry.detach({ops, n});
        end_trouble();
    }
    void move_one()
    {
        u32 i = random.below(op_count);
        ModelSet model;
        FilterSet &to = choose_for(i, model);
        make_trouble();
        Result<void> done = rig.registry.move(watchers[i].op, to);
        end_trouble();
        wrong += done && !sets[i].on;
        if (done) {
            sets[i] = model;
            sets[i].on = true;
        }
        rig.registry.release(to);
    }
    void change_module()
    {
        u32 m = random.below(most_modules);
        if (loaded[m]) {
            rig.registry.remove_sites(module(m));
            loaded[m] = false;
            for (ModelSet &set : sets)
                for (u32 i = 0; i < module_count; ++i)
                    set.listed[kernel_count + m * module_count + i] = false;
            return;
        }
        make_trouble();
        loaded[m] = rig.load_module(m, module_count).ok();
        end_trouble();
    }
    // A departure with memory cleans up all that lingers.
    void settle()
    {
        Watcher guest;
        FilterSet &none = rig.range(0, 0);
        EXPECT(rig.registry.attach(guest.op, none));
        rig.registry.detach(guest.op);
        rig.registry.release(none);
        memory_fails = false;
    }

    void check()
    {
        wrong += !rig.consistent();
        usize wanted = 0;
        for (u32 i = 0; i < count; ++i) {
            bool want = false;
            u64 had[op_count];
            for (u32 op = 0; op < op_count; ++op) {
                want |= sees(op, i);
                had[op] = watchers[op].hits;
            }
            wanted += want;
            rig.call(site(i), spile_cpu_next(0));
            for (u32 op = 0; op < op_count; ++op)
                wrong += watchers[op].hits - had[op] != (sees(op, i) ? 1 : 0);
            if (rig.patcher.patched(site(i)) != want && (want || !memory_fails))
                ++wrong;
        }
        usize ops = 0;
        for (ModelSet &set : sets)
            ops += set.on;
        wrong += rig.registry.report().ops != ops;
        if (!memory_fails)
            wrong += rig.registry.report().traced != wanted;
    }
};

SPILE_TEST(ops_model, random_changes)
{
    NoLeak leak;
    for (u32 seed = 1; seed <= 12; ++seed) {
        Box<World> world = make_box<World>(seed).take();
        for (u32 round = 0; round < 250; ++round) {
            switch (world->random.below(6)) {
            case 0:
            case 1:
                world->attach_some();
                break;
            case 2:
                world->detach_some();
                break;
            case 3:
                world->move_one();
                break;
            case 4:
                world->change_module();
                break;
            case 5:
                if (world->random.one_in(3))
                    world->settle();
                if (world->random.one_in(2))
                    fakes::run_reaps();
                break;
            }
            world->check();
            if (world->wrong) {
                EXPECT_EQ(world->wrong, 0u);
                EXPECT_EQ(seed, 0u); // which one it was
                EXPECT_EQ(round, 0u);
                return;
            }
        }
    }
}

SPILE_SUITE(ops_model, random_changes)

} // namespace
} // namespace spile::ops_test
