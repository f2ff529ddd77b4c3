// SPDX-License-Identifier: GPL-2.0
// A writer and readers on CPUs of their own. Host only (std::thread); built once with
// the thread sanitizer and the portable local operations, and once without, with this
// machine's own: see tsan.mk.
#include "ring/page_reader.hh"

#include <atomic>
#include <random>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "ring/reader.hh"
#include "selftests/unit/page_decoder.hh"
#include "selftests/unit/ring_writer.hh"

// The core's own leads to the wait queues of open files.
void spile_ring_wake(void *cookie, unsigned, unsigned)
{
    ++*static_cast<std::atomic<unsigned> *>(cookie);
}

namespace spile::ring_test {
namespace {

constexpr u64 attempts = 1'000'000;

struct Readings {
    u64 read = 0, lost = 0, damaged = 0, repeated = 0, pages = 0;
    std::vector<bool> seen = std::vector<bool>(2 * attempts);
    PageMemory memory;

    void see(u64 id)
    {
        ++read;
        if (id >= seen.size()) {
            ++damaged;
        } else {
            repeated += seen[id];
            seen[id] = true;
        }
    }
    // A page, of any room.
    bool take_page(Ring &ring)
    {
        u32 room = ++pages % 3 ? 4096 : 3000;
        PageReader reader(ring, 0);
        u64 told = ring.buffer(0).consumer().peek(ring.lane(0)) ? ring.buffer(0).consumer().lost() : 0;
        if (!reader.read(memory, room, pages % 2 ? PageKind::any : PageKind::complete))
            return false;
        lost += told;
        PageDecoder page(memory.get(), memory.bytes());
        damaged += page.missed() != (told != 0) || (page.missed_events() && page.missed_events() != told);
        while (page.next()) {
            const auto *record = reinterpret_cast<const Stamped *>(page.payload());
            damaged += record->time != page.time();
            for (u32 i = 0; i < (page.payload_bytes() - sizeof(Stamped)) / 4; ++i)
                damaged += record->words[i] != pattern(record->id, i);
            see(record->id);
        }
        damaged += page.broken();
        return true;
    }

    bool drain(Ring &ring)
    {
        ConsumingReader reader(ring, 0);
        bool any = false;
        for (unsigned i = 0; i < 500; ++i) { // lets others have the mutex, too
            const Entry *entry = reader.peek();
            if (!entry)
                break;
            any = true;
            lost += entry->lost;
            damaged += !intact(*entry);
            see(id_of(*entry));
            reader.advance();
        }
        return any;
    }
};

struct Writings {
    u64 committed = 0, lost = 0;
};

Writings write_all(Lane &lane, u64 from)
{
    std::mt19937 random(42);
    Writings did;
    auto note = [&](bool written) { written ? ++did.committed : ++did.lost; };
    for (u64 id = from; id < from + attempts; ++id) {
        u32 words = min_words + random() % 24 + (random() % 64 == 0 ? 500 : 0);
        Pending<> record(lane, words, random() % 1024 ? 1 + random() % 100 : u64{1} << 35);
        // Every eighth is interrupted by others.
        if (random() % 8 == 0)
            for (u64 n = random() % 40; n && id + 1 < from + attempts; --n)
                note(write(lane, min_words + random() % 6, ++id + attempts));
        if (!record) {
            note(false);
        } else if (random() % 16 == 0) {
            record.discard();
        } else {
            record.commit(id);
            note(true);
        }
    }
    return did;
}

enum class By : u8 { records, pages };

void run(u32 count, WhenFull mode, By by = By::records)
{
    std::atomic<unsigned> wakes = 0;
    Box<Ring> ring = Ring::create({count, 0}, &wakes).take();
    ring->set_when_full(mode);
    std::atomic<bool> done = false;
    Readings readings;
    Writings writings;
    u64 snapshot_damaged = 0, snapshots = 0, implausible = 0;

    std::thread writer([&] {
        writings = write_all(ring->lane(0), 0);
        done = true;
    });
    unsigned arms = 0, turns = 0;
    std::thread consumer([&] {
        while (!done)
            if (by == By::pages && ++turns % 16 ? !readings.take_page(*ring)
                                                : !readings.drain(*ring)) {
                ring->arm_wake(0);
                ++arms;
            }
    });
    std::thread onlooker([&] {
        do { // at least once, also where the machine gives this thread no time
            Box<SnapshotReader> snapshot = SnapshotReader::create(*ring, 0).take();
            while (const Entry *entry = snapshot->peek()) {
                snapshot_damaged += !intact(*entry);
                snapshot->advance();
            }
            ++snapshots;
            implausible += ring->stats(0).entries > (count + 1) * least_per_page;
        } while (!done);
    });
    writer.join();
    consumer.join();
    onlooker.join();

    while (readings.drain(*ring))
        ;
    // A loss behind the last record is told with the next one.
    writings.committed += write(ring->lane(0), min_words, attempts - 1);
    readings.seen[attempts - 1] = false;
    while (readings.drain(*ring))
        ;
    RingStats stats = ring->stats(0);
    EXPECT_EQ(readings.damaged, 0u);
    EXPECT_EQ(readings.repeated, 0u);
    EXPECT_EQ(snapshot_damaged, 0u);
    EXPECT_EQ(implausible, 0u);
    EXPECT_GT(snapshots, 0u);
    EXPECT_LE(wakes, arms + 1);
    EXPECT_EQ(stats.entries, 0u);
    EXPECT_EQ(stats.read, readings.read);
    EXPECT_EQ(stats.written, writings.committed);
    EXPECT_EQ(readings.read + stats.overrun, writings.committed);
    EXPECT_EQ(readings.lost, stats.overrun);
    EXPECT_EQ(stats.commit_overrun + stats.dropped, writings.lost);
    if (mode == WhenFull::drop) {
        EXPECT_EQ(stats.overrun, 0u);
    }
}

TEST(ring_threads, overwrite_two) { run(2, WhenFull::overwrite); }
TEST(ring_threads, overwrite_four) { run(4, WhenFull::overwrite); }
TEST(ring_threads, overwrite_large) { run(256, WhenFull::overwrite); }
TEST(ring_threads, overwrite_two_by_pages) { run(2, WhenFull::overwrite, By::pages); }
TEST(ring_threads, overwrite_large_by_pages) { run(64, WhenFull::overwrite, By::pages); }
TEST(ring_threads, drop_two_by_pages) { run(2, WhenFull::drop, By::pages); }
TEST(ring_threads, drop_two) { run(2, WhenFull::drop); }
TEST(ring_threads, drop_large) { run(64, WhenFull::drop); }

} // namespace
} // namespace spile::ring_test
