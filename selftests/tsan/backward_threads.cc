// SPDX-License-Identifier: GPL-2.0
// A backward writer and readers on CPUs of their own. Host only (std::thread); built with
// the thread sanitizer and the portable local operations, and without, with this machine's
// own: see tsan.mk.
#include "ring/backward_ring.hh"

#include <atomic>
#include <random>
#include <thread>

#include <gtest/gtest.h>

#include "selftests/fakes/fakes.hh"
#include "selftests/unit/backward_writer.hh"

namespace spile::backward_test {
namespace {

#ifdef __SANITIZE_THREAD__
constexpr u64 attempts = 60'000;
#else
constexpr u64 attempts = 500'000;
#endif

// What another CPU wants done on the writer's: it comes as an interrupt, at any step.
struct Request {
    int (*call)(void *context);
    void *context;
    int result = 0;
    std::atomic<bool> done{false};
};
std::atomic<Request *> wanted{nullptr};
std::atomic<bool> writing{false};

void interrupt()
{
    if (Request *request = wanted.load(std::memory_order_acquire)) {
        wanted = nullptr;
        request->result = request->call(request->context);
        request->done = true;
    }
}

int run_on_writer(unsigned, int (*call)(void *context), void *context)
{
    static std::atomic<bool> busy{false}; // one at a time, as each has a lock of its own
    while (busy.exchange(true))
        std::this_thread::yield();
    Request request{call, context};
    wanted = &request;
    while (!request.done) {
        if (!writing) { // it has ended: nobody is inside
            Request *mine = &request;
            if (wanted.compare_exchange_strong(mine, nullptr)) {
                request.result = call(context);
                break;
            }
        }
        std::this_thread::yield();
    }
    busy = false;
    return request.result;
}

struct Steps {
    static void at(BackwardStep) { interrupt(); }
};

struct Writings {
    u64 written = 0, discarded = 0, lost = 0;
};

class Writer {
  public:
    explicit Writer(BackwardLane &lane) : lane_(lane) {}

    Writings run()
    {
        for (u64 id = 0; id < attempts; ++id)
            write(0);
        writing = false;
        interrupt(); // that came between
        return did_;
    }

  private:
    void write(unsigned depth)
    {
        u32 words = least_words + random_() % 24 + (random_() % 64 == 0 ? 500 : 0);
        u64 time = 0;
        void *payload = lane_.reserve<Steps>(words, [&] { return time = ++clock_; });
        u64 id = ++next_id_;
        // Every eighth is interrupted by others.
        if (depth < 2 && random_() % 8 == 0)
            for (u64 n = random_() % 40; n; --n)
                write(depth + 1);
        if (!payload) {
            ++did_.lost;
        } else if (random_() % 8 == 0) {
            fill_record(payload, words, ~0ull, 0);
            lane_.discard<Steps>(payload, words);
            ++did_.discarded;
        } else {
            fill_record(payload, words, id, time);
            lane_.leave<Steps>();
            ++did_.written;
        }
    }

    BackwardLane &lane_;
    std::mt19937 random_{42};
    u64 clock_ = 0, next_id_ = 0;
    Writings did_;
};

// A copy shows whole records, each newer one before.
struct Checker {
    u64 looks = 0, records = 0, damaged = 0;
    void check(const BackwardCopy &copy)
    {
        u64 last = ~0ull;
        BackwardWalk walk = copy.walk();
        while (walk.next()) {
            damaged += !intact(walk) || walk.time() >= last;
            last = walk.time();
            ++records;
        }
        damaged += walk.malformed();
        ++looks;
    }
};

void run(u64 bytes, bool pauses)
{
    Box<BackwardRing> ring = make_backward(bytes).take();
    BackwardLane &lane = ring->lane(0);
    Writings did;
    Checker looker, copier;
    u64 implausible = 0, moved_while_paused = 0, stopped = 0, incomplete = 0;
    std::atomic<bool> done = false;

    fakes::on_run_on_cpu(run_on_writer);
    writing = true;
    std::thread writer([&] {
        did = Writer(lane).run();
        done = true;
    });
    // As one who has mapped it: copies, and looks again.
    std::thread onlooker([&] {
        Box<BackwardCopy> copy = BackwardCopy::create(lane).take();
        do {
            if (copy->take(lane))
                looker.check(*copy);
            implausible += ring->stats(0).bytes > bytes;
        } while (!done);
    });
    std::thread other([&] {
        do {
            if (!pauses) {
                copier.check(*ring->copy(0).take());
                continue;
            }
            ring->pause(0);
            i64 head = load_relaxed(lane.control.head);
            Box<BackwardCopy> copy = ring->copy(0).take();
            copier.check(*copy);
            moved_while_paused += load_relaxed(lane.control.head) != head ||
                                  load_relaxed(lane.control.committed) != head;
            // All that is there, up to what one more record would need.
            incomplete += -head > static_cast<i64>(bytes) && copy->bytes().size() + 600 * 4 < bytes;
            ring->resume(0);
            ++stopped;
            std::this_thread::yield();
        } while (!done);
    });
    writer.join();
    onlooker.join();
    other.join();
    fakes::on_run_on_cpu(nullptr);

    Box<BackwardCopy> copy = ring->copy(0).take();
    Checker last;
    last.check(*copy);
    RingStats stats = ring->stats(0);
    EXPECT_EQ(looker.damaged + copier.damaged + last.damaged, 0u);
    EXPECT_EQ(implausible, 0u);
    EXPECT_EQ(moved_while_paused, 0u);
    EXPECT_EQ(incomplete, 0u);
    EXPECT_GT(looker.looks + copier.looks, 1u);
    EXPECT_GT(copier.records, 0u);
    EXPECT_EQ(stats.written, did.written);
    EXPECT_EQ(stats.entries, last.records);
    EXPECT_EQ(stats.entries + stats.overrun, did.written);
    EXPECT_EQ(lane.control.discarded, did.discarded);
    EXPECT_EQ(stats.commit_overrun + stats.paused, did.lost);
    EXPECT_EQ(stopped != 0, pauses);
}

TEST(backward_threads, smallest) { run(4096, false); }
TEST(backward_threads, small) { run(16384, false); }
TEST(backward_threads, large) { run(u64{1} << 20, false); }
TEST(backward_threads, smallest_paused) { run(4096, true); }
TEST(backward_threads, large_paused) { run(u64{1} << 20, true); }

} // namespace
} // namespace spile::backward_test
