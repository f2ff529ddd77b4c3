// SPDX-License-Identifier: GPL-2.0
// Pages as other programs read them: what is in them, what is exchanged and what copied,
// what they say of losses, and when who waits for them is woken.
#include "ring/page_reader.hh"

#include "selftests/fakes/fakes.hh"
#include "selftests/unit/page_decoder.hh"
#include "selftests/unit/ring_writer.hh"
#include "selftests/unit/test.hh"
#include "tracer/readers.hh"

namespace spile::ring_test {
namespace {

constexpr u32 any_room = 4096;

// What pages held, put together.
struct Decoded {
    u64 events = 0, wrong = 0, lost = 0, pages = 0;
    u64 next = 0; // id

    // Ids go up by one but where events are said to be lost.
    void page(const PageMemory &memory)
    {
        PageDecoder page(memory.get(), memory.bytes());
        ++pages;
        lost += page.missed_events();
        next += page.missed_events();
        while (page.next()) {
            const auto *record = reinterpret_cast<const Stamped *>(page.payload());
            wrong += page.payload_bytes() < sizeof(Stamped) || record->id != next ||
                     record->time != page.time();
            ++next;
            ++events;
        }
        wrong += page.broken();
    }
    // Until there is none.
    Errno drain(Ring &ring, unsigned cpu, u32 room, PageKind kind = PageKind::any)
    {
        PageMemory memory;
        for (;;) {
            Result<void> got = PageReader(ring, cpu).read(memory, room, kind);
            if (!got)
                return got.error();
            page(memory);
        }
    }
};

SPILE_TEST(ring_pages, every_event_once_in_order)
{
    Box<Ring> ring = make_ring(40);
    // Small and large ones, time extensions, and some that were taken back.
    const u32 sizes[] = {min_words, 29, 30, 200, min_words};
    u64 written = 0;
    for (u64 i = 0; i < 300; ++i) {
        u64 step = i % 50 == 7 ? u64{1} << 40 : 1 + i % 9;
        if (i % 11 == 3) {
            Pending<> outer(ring->lane(0), 20, step);
            written += write(ring->lane(0), sizes[i % 5], written);
            outer.discard();
        } else {
            written += write(ring->lane(0), sizes[i % 5], written, step);
        }
    }
    Decoded decoded;
    EXPECT_EQ(decoded.drain(*ring, 0, any_room), Errno::again);
    EXPECT_EQ(decoded.events, written);
    EXPECT_EQ(decoded.wrong, 0u);
    EXPECT_EQ(decoded.lost, 0u);
    RingStats stats = ring->stats(0);
    EXPECT_EQ(stats.read, written);
    EXPECT_EQ(stats.entries, 0u);
    EXPECT_EQ(stats.bytes, 0u);
}

SPILE_TEST(ring_pages, of_any_room)
{
    for (u32 room = 1; room <= 4096; room += room < 300 ? 1 : 97) {
        Box<Ring> ring = make_ring(4);
        for (u64 id = 0; id < 3 * least_per_page; ++id)
            write(ring->lane(0), min_words, id, id % 40 == 5 ? u64{1} << 30 : 3);
        Decoded decoded;
        Errno end = decoded.drain(*ring, 0, room);
        EXPECT_EQ(decoded.wrong, 0u);
        // One with a time extension is the largest.
        if (room >= SPILE_PAGE_HEADER_BYTES + (min_words + time_extend_words) * 4) {
            EXPECT_EQ(end, Errno::again);
            EXPECT_EQ(decoded.events, u64{3 * least_per_page});
        } else {
            EXPECT_EQ(end, Errno::invalid);
            EXPECT_EQ(ring->stats(0).entries + decoded.events, u64{3 * least_per_page});
        }
    }
}

// A sub-buffer changes owner as a whole, when it is complete, unread and has room.
SPILE_TEST(ring_pages, whole_ones_are_exchanged)
{
    Box<Ring> ring = make_ring(4);
    Lane &lane = ring->lane(0);
    u64 id = 0;
    while (id < 2 * least_per_page)
        write(lane, min_words, id++);
    write(lane, min_words, id++); // in a third

    PageMemory memory = PageMemory::create(0, 0).take();
    spile_page *own = memory.get();
    spile_page *first = lane.buffers[Slot(lane.slots[0]).index()].page;
    Decoded decoded;
    EXPECT(PageReader(*ring, 0).read(memory, any_room, PageKind::complete).ok());
    EXPECT_EQ(memory.get(), first);
    EXPECT_EQ(ring->buffer(0).consumer().buffer()->page, own);
    decoded.page(memory);
    EXPECT_EQ(decoded.events, u64{least_per_page});

    // Of the second, one record by itself; then the rest is copied, to its end.
    { // the reader must go before the mutex is taken again
        ConsumingReader reader(*ring, 0);
        EXPECT_EQ(id_of(*reader.peek()), u64{least_per_page});
        reader.advance();
    }
    decoded.next++;
    own = memory.get();
    EXPECT(PageReader(*ring, 0).read(memory, any_room, PageKind::complete).ok());
    EXPECT_EQ(memory.get(), own);
    decoded.page(memory);
    EXPECT_EQ(decoded.events, u64{2 * least_per_page - 1});

    // The third is being written.
    EXPECT_EQ(PageReader(*ring, 0).read(memory, any_room, PageKind::complete).error(), Errno::again);
    EXPECT(PageReader(*ring, 0).read(memory, any_room, PageKind::any).ok());
    EXPECT_EQ(memory.get(), own);
    decoded.page(memory);
    EXPECT_EQ(decoded.events, u64{2 * least_per_page});
    EXPECT_EQ(decoded.wrong, 0u);
    // What comes behind in the same sub-buffer.
    write(lane, min_words, id++);
    write(lane, min_words, id++);
    EXPECT_EQ(decoded.drain(*ring, 0, any_room), Errno::again);
    EXPECT_EQ(decoded.next, id);
    EXPECT_EQ(decoded.wrong, 0u);
    EXPECT_EQ(ring->stats(0).read, id);

    // No room for the whole: a complete one is wanted, or as much as fits.
    while (id < 5 * least_per_page)
        write(lane, min_words, id++);
    EXPECT_EQ(PageReader(*ring, 0).read(memory, 2000, PageKind::complete).error(), Errno::invalid);
    EXPECT_EQ(decoded.drain(*ring, 0, 2000), Errno::again);
    EXPECT_EQ(decoded.next, id);
    EXPECT_EQ(decoded.wrong, 0u);
}

// The exchanged memory serves the ring on.
SPILE_TEST(ring_pages, many_laps_of_exchanges)
{
    for (WhenFull mode : both_modes) {
        Box<Ring> ring = make_ring(3);
        ring->set_when_full(mode);
        PageMemory memory;
        Decoded decoded;
        u64 id = 0, exchanged = 0;
        for (u64 round = 0; round < 100; ++round) {
            for (u64 n = 0; n < 2 * least_per_page; ++n)
                id += write(ring->lane(0), min_words, id);
            for (int i = 0; i < 2; ++i) {
                spile_page *own = memory.get();
                if (PageReader(*ring, 0).read(memory, any_room, PageKind::complete)) {
                    decoded.page(memory);
                    exchanged += memory.get() != own;
                }
            }
        }
        EXPECT_EQ(decoded.drain(*ring, 0, any_room), Errno::again);
        EXPECT_EQ(decoded.wrong, 0u);
        RingStats stats = ring->stats(0);
        EXPECT_EQ(stats.written, id);
        EXPECT_EQ(decoded.events, stats.read);
        EXPECT_EQ(decoded.events + stats.overrun, id);
        EXPECT_EQ(decoded.lost, stats.overrun);
        EXPECT(exchanged > 150u);
    }
}

SPILE_TEST(ring_pages, losses_stand_in_front)
{
    Box<Ring> ring = make_ring(2);
    Lane &lane = ring->lane(0);
    PageMemory memory;
    u64 id = 0;
    while (id < 4 * least_per_page + 3)
        write(lane, min_words, id++);
    EXPECT(PageReader(*ring, 0).read(memory, any_room, PageKind::any).ok());
    PageDecoder first(memory.get(), memory.bytes());
    EXPECT(first.missed());
    EXPECT_EQ(first.missed_events(), u64{3 * least_per_page});
    EXPECT_EQ(first.missed_events(), ring->stats(0).overrun);
    EXPECT(PageReader(*ring, 0).read(memory, any_room, PageKind::any).ok());
    EXPECT(!PageDecoder(memory.get(), memory.bytes()).missed());

    // Where events go to the page's end, there is no room for the count.
    ring->reset();
    for (id = 0; id < 6; ++id)
        write(lane, page_words, id);
    EXPECT(PageReader(*ring, 0).read(memory, any_room, PageKind::any).ok());
    PageDecoder full(memory.get(), memory.bytes());
    EXPECT(full.missed());
    EXPECT_EQ(full.missed_events(), 0u);
    EXPECT(full.next());
    EXPECT(!full.broken());

    // Told once, also in part of a page.
    ring->reset();
    for (id = 0; id < 4 * least_per_page + 3; ++id)
        write(lane, min_words, id);
    Decoded parts;
    EXPECT_EQ(parts.drain(*ring, 0, 200), Errno::again);
    EXPECT_EQ(parts.wrong, 0u);
    EXPECT_EQ(parts.lost, ring->stats(0).overrun);
    EXPECT_EQ(parts.next, id);
}

SPILE_TEST(ring_pages, of_every_order)
{
    PageMemory memory;
    for (u32 order = 0; order <= Ring::max_order; ++order) {
        Box<Ring> ring = make_ring(3, order);
        u32 room = ring->geometry(0).room_bytes() / 4;
        u64 id = 0;
        while (id < 7 * (room / 300))
            write(ring->lane(0), 300, id++);
        Decoded decoded;
        while (PageReader(*ring, 0).read(memory, 4096u << order, PageKind::any)) {
            EXPECT_EQ(memory.order(), order);
            decoded.page(memory);
        }
        EXPECT_EQ(decoded.wrong, 0u);
        EXPECT_EQ(decoded.next, id);
        EXPECT_EQ(decoded.lost, ring->stats(0).overrun);
        EXPECT_EQ(decoded.events, ring->stats(0).read);
    }
}

SPILE_TEST(ring_pages, no_memory_leaves_all)
{
    if (!fakes::memory_is_fake)
        SKIP("memory cannot be made to fail");
    Box<Ring> ring = make_ring(2);
    write(ring->lane(0), min_words, 0);
    PageMemory memory;
    fakes::fail_allocation(1);
    EXPECT_EQ(PageReader(*ring, 0).read(memory, any_room, PageKind::any).error(), Errno::no_memory);
    fakes::fail_allocation(0);
    EXPECT_EQ(ring->stats(0).entries, 1u);
    EXPECT(PageReader(*ring, 0).read(memory, any_room, PageKind::any).ok());
}

// A ring whose readers are told.
struct Waited {
    Readers readers = Readers::create().take();
    Box<Ring> ring;
    explicit Waited(u32 count) : ring(Ring::create({count, 0}, &readers).take()) {}
    Lane &lane() { return ring->lane(0); }
    // As a reader of CPU 0 before he sleeps. False: there is something.
    bool sleep(u32 percent, PageKind kind)
    {
        readers.of_cpu(0).raw()->armed = 1;
        return PageReader(*ring, 0).arm(percent, kind);
    }
    bool sleeps() const { return readers.of_cpu(0).raw()->armed; }
    // Fills sub-buffers until he is woken.
    u32 pages_until_awake()
    {
        for (u32 pages = 0; pages < 20; ++pages) {
            if (!sleeps())
                return pages;
            move_head(lane(), page_words);
            write(lane(), min_words, 0);
        }
        return 20;
    }
};

SPILE_TEST(ring_pages, wakes_when_filled)
{
    // With percent, the sub-buffer that is being written counts.
    const struct {
        u32 percent, count;
        PageKind kind;
        u32 pages; // to be completed until then
    } cases[] = {
        {0, 10, PageKind::complete, 1}, {50, 10, PageKind::any, 4},
        {50, 10, PageKind::complete, 4}, {100, 10, PageKind::any, 9},
        {100, 10, PageKind::complete, 9}, {1, 10, PageKind::any, 0},
        {1, 10, PageKind::complete, 1}, {41, 10, PageKind::any, 4},
        {40, 10, PageKind::any, 3}, {100, 2, PageKind::complete, 1},
    };
    for (const auto &one : cases) {
        Waited waited(one.count);
        EXPECT(waited.sleep(one.percent, one.kind)); // empty
        write(waited.lane(), min_words, 0);
        bool now = one.pages == 0;
        EXPECT_EQ(waited.sleep(one.percent, one.kind), !now);
        if (now)
            continue;
        EXPECT_EQ(waited.pages_until_awake(), one.pages);
        EXPECT(!waited.sleep(one.percent, one.kind));
    }
}

SPILE_TEST(ring_pages, wakes_for_the_next_event)
{
    Waited waited(4);
    EXPECT(waited.sleep(0, PageKind::any));
    EXPECT(waited.ring->arm_wake());
    waited.readers.of_ring().raw()->armed = 1;
    write(waited.lane(), min_words, 0);
    EXPECT(!waited.sleeps());
    EXPECT_EQ(waited.readers.of_ring().raw()->armed, 0u);
    EXPECT(!waited.sleep(0, PageKind::any));
    // Who waits for any CPU is not woken by who waits for one, nor the other way round.
    waited.ring->reset();
    EXPECT(waited.sleep(0, PageKind::any));
    waited.readers.of_ring().raw()->armed = 1;
    write(waited.lane(), min_words, 0);
    EXPECT(!waited.sleeps());
    EXPECT_EQ(waited.readers.of_ring().raw()->armed, 1u);
}

// The first of several counts; a later one asks again.
SPILE_TEST(ring_pages, wakes_the_first_of_several)
{
    Waited waited(10);
    EXPECT(waited.sleep(100, PageKind::any));
    EXPECT(waited.sleep(30, PageKind::any));
    EXPECT(waited.sleep(60, PageKind::any));
    write(waited.lane(), min_words, 0);
    EXPECT_EQ(waited.pages_until_awake(), 2u);
    EXPECT(waited.sleep(60, PageKind::any));
    EXPECT_EQ(waited.pages_until_awake(), 3u);
}

// What is left of a sub-buffer that a reader has begun counts, once it is complete.
SPILE_TEST(ring_pages, the_rest_of_a_page_is_one)
{
    Waited waited(10);
    write(waited.lane(), min_words, 0);
    write(waited.lane(), min_words, 1);
    {
        ConsumingReader reader(*waited.ring, 0);
        reader.peek();
        reader.advance();
    }
    EXPECT(waited.sleep(0, PageKind::complete));
    EXPECT_EQ(waited.pages_until_awake(), 1u);
    EXPECT(!waited.sleep(0, PageKind::complete));
    PageMemory memory;
    EXPECT(PageReader(*waited.ring, 0).read(memory, any_room, PageKind::complete).ok());
    EXPECT(waited.sleep(0, PageKind::complete));
    EXPECT_EQ(waited.pages_until_awake(), 1u);
    EXPECT(waited.sleep(50, PageKind::any));
}

} // namespace

SPILE_SUITE(ring_pages, every_event_once_in_order, of_any_room, whole_ones_are_exchanged,
            many_laps_of_exchanges, losses_stand_in_front, of_every_order, no_memory_leaves_all,
            wakes_when_filled, wakes_for_the_next_event, wakes_the_first_of_several,
            the_rest_of_a_page_is_one)

} // namespace spile::ring_test
