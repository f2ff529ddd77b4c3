// SPDX-License-Identifier: GPL-2.0
// Hits on CPUs of their own while ops come, go and move. Host only (std::thread);
// built with the thread sanitizer and without: see tsan.mk.
#include "ops/registry.hh"

#include <atomic>
#include <chrono>
#include <semaphore>
#include <thread>

#include <gtest/gtest.h>

#include "selftests/fakes/fakes.hh"
#include "ops/dispatch.hh"

namespace spile {
namespace {

constexpr SiteId site_at(u32 i) { return 0x81000000u + 16 * i; }

class Names final : public SymbolSource {
  public:
    Text name_at(uptr, Room &) override { return "f"; }
};
class NoPatcher final : public Patcher {
  public:
    Result<void> apply(const PatchPlan &) override { return Ok{}; }
    void clear() override {}
};

// A CPU that runs hits, one after the other. Odd while inside one.
struct alignas(64) Cpu {
    std::atomic<u64> turn{0};
};
constexpr unsigned cpu_count = 2; // fakes: CPUs 0 and 1 are possible
Cpu cpus[cpu_count];

// A true grace period: each CPU that is inside a hit leaves it.
void wait_for_cpus(void *)
{
    for (Cpu &cpu : cpus) {
        u64 turn = cpu.turn.fetch_add(0); // and a full barrier, which a load is not
        while (turn % 2 && cpu.turn.load() == turn)
            std::this_thread::yield();
    }
}

// As function kind: calls what `target` points to.
struct Pause {
    std::binary_semaphore arrived{0}, go_on{0};
    std::atomic<bool> armed{false};
};
struct Runner {
    void function(const Op &op, const Hit &)
    {
        auto &pause = *static_cast<Pause *>(op.target);
        if (pause.armed.exchange(false)) {
            pause.arrived.release();
            pause.go_on.acquire();
        }
    }
    void function_backward(const Op &, const Hit &) {}
    void function_more(const Op &, const Hit &) {}
    void command(const Op &, const Hit &) {}
    void callback(const Op &, const Hit &) {}
};

struct Counter {
    Op op;
    Counter() { op.percpu = spile_alloc_percpu(sizeof(u64), alignof(u64)); }
    ~Counter() { spile_free_percpu(op.percpu); }
    u64 hits(unsigned cpu) const
    {
        return load_relaxed(*reinterpret_cast<u64 *>(static_cast<char *>(op.percpu) +
                                                     spile_cpu_offset(cpu)));
    }
};

class Threads : public testing::Test {
  protected:
    void SetUp() override
    {
        fakes::reset();
        fakes::on_grace(wait_for_cpus);
        SiteList sites;
        for (u32 i = 0; i < 4096; ++i)
            (void)sites.collect(site_at(i));
        (void)registry.add_sites(nullptr, "", spile::move(sites));
    }
    void TearDown() override
    {
        fakes::run_reaps();
        fakes::on_grace(nullptr);
    }
    FilterSet &range(u32 first, u32 count)
    {
        SiteChoice choice;
        for (u32 i = 0; i < count; ++i)
            (void)choice.sites.collect(site_at(first + i));
        choice.sites.seal();
        return *registry.hold(spile::move(choice)).value();
    }
    void hit(u32 site, unsigned cpu)
    {
        cpus[cpu].turn.fetch_add(1);
        dispatch<Runner>(registry.call_sites(), address_of(site_at(site)), 0,
                         spile_cpu_offset(cpu), nullptr);
        cpus[cpu].turn.fetch_add(1);
    }

    Names names;
    NoPatcher patcher;
    Registry registry{names, patcher};
};

// A hit that has passed the first of the two sets, and has the second before it,
// while the op moves: however long it stays there, it counts once.
TEST_F(Threads, a_move_while_a_hit_is_between_two_sets)
{
    FilterSet *sets[] = {&range(0, 10), &range(5, 10), &range(0, 20)};
    for (int from : {0, 2})
        for (bool others : {false, true}) {
            Counter mover, on_first, on_last;
            Pause pause;
            Op pauser;
            pauser.kind = OpKind::function;
            pauser.target = &pause;
            ASSERT_TRUE(registry.attach(mover.op, *sets[from]));
            ASSERT_TRUE(registry.attach(pauser, *sets[1]));
            if (others) {
                ASSERT_TRUE(registry.attach(on_first.op, *sets[0]));
                ASSERT_TRUE(registry.attach(on_last.op, *sets[2]));
            }
            pause.armed = true;
            std::thread hitting([&] { hit(7, 0); });
            pause.arrived.acquire();
            std::thread moving([&] { EXPECT_TRUE(registry.move(mover.op, *sets[2 - from])); });
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
            pause.go_on.release();
            hitting.join();
            moving.join();
            EXPECT_EQ(mover.hits(0), 1u) << "from " << from << " others " << others;
            hit(7, 0);
            EXPECT_EQ(mover.hits(0), 2u);
            Op *const all[] = {&mover.op, &pauser, &on_first.op, &on_last.op};
            registry.detach(all);
        }
    for (FilterSet *set : sets)
        registry.release(*set);
}

// Sites: 0..9 in a, 5..14 in b; 7 is in both.
TEST_F(Threads, hits_beside_every_change)
{
    FilterSet &a = range(0, 10), &b = range(5, 10);
    Counter mover, still, guests[4];
    ASSERT_TRUE(registry.attach(mover.op, a));
    FilterSet &wide = range(0, 3000);
    ASSERT_TRUE(registry.attach(still.op, wide));

    std::atomic<bool> stop{false};
    std::atomic<u64> wrong{0}, done{0};
    auto run = [&](unsigned cpu) {
        while (!stop) {
            u64 had = mover.hits(cpu), had_still = still.hits(cpu);
            hit(7, cpu);
            wrong += mover.hits(cpu) != had + 1;
            wrong += still.hits(cpu) != had_still + 1;
            hit(2, cpu);
            hit(12, cpu);
            hit(2000, cpu);
            wrong += still.hits(cpu) != had_still + 4;
            wrong += mover.hits(cpu) > had + 3;
            hit(3500, cpu);
            ++done;
        }
    };
    std::thread first(run, 0), second(run, 1);
    auto end = std::chrono::steady_clock::now() + std::chrono::seconds(3);
    u32 seed = 7, rounds = 0;
    auto random = [&](u32 limit) {
        seed = seed * 1664525 + 1013904223;
        return (seed >> 8) % limit;
    };
    while (std::chrono::steady_clock::now() < end) {
        ++rounds;
        switch (random(4)) {
        case 0:
            EXPECT_TRUE(registry.move(mover.op, mover.op.set() == &a ? b : a));
            break;
        case 1: {
            Op &op = guests[random(4)].op;
            if (op.registered()) {
                registry.detach(op);
            } else {
                FilterSet &set = range(random(20), random(10) ? 10 : 3900);
                EXPECT_TRUE(registry.attach(op, set));
                registry.release(set);
            }
            break;
        }
        case 2: {
            Op &op = guests[random(4)].op;
            FilterSet &set = range(random(20), 10);
            if (op.registered()) {
                EXPECT_TRUE(registry.move(op, set));
            }
            registry.release(set);
            break;
        }
        case 3:
            fakes::run_reaps();
            break;
        }
    }
    stop = true;
    first.join();
    second.join();
    EXPECT_EQ(wrong, 0u) << rounds << " changes, " << done << " rounds of hits";
    EXPECT_GT(rounds, 50u);
    EXPECT_GT(done, 50u);
    Op *const all[] = {&mover.op, &still.op,      &guests[0].op,
                       &guests[1].op, &guests[2].op, &guests[3].op};
    registry.detach(all);
    for (FilterSet *set : {&a, &b, &wide})
        registry.release(*set);
}

// drain() frees all that was retired before the call, and so waits for a worker that
// has taken it.
TEST(Reapers, a_drain_waits_for_the_worker_that_drains)
{
    struct State {
        std::binary_semaphore waiting{0}, over{0};
        std::atomic<bool> freed{false};
        Garbage garbage;
    } state;
    fakes::reset();
    fakes::on_grace(
        [](void *context) {
            auto &the = *static_cast<State *>(context);
            the.waiting.release();
            the.over.acquire();
        },
        &state);
    Reaper reaper;
    reaper.retire(state.garbage, &state,
                  [](void *object) { static_cast<State *>(object)->freed = true; });
    reaper.flush();
    std::thread worker([] { fakes::run_reaps(); });
    state.waiting.acquire();
    std::thread ends([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        state.over.release();
    });
    reaper.drain();
    EXPECT_TRUE(state.freed);
    worker.join();
    ends.join();
    fakes::on_grace(nullptr);
}

} // namespace
} // namespace spile
