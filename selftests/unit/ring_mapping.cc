// SPDX-License-Identifier: GPL-2.0
// A mapped part of a ring, seen by a user who has nothing but its pages.
#include "ring/mapped_part.hh"

#include "ring/page_reader.hh"
#include "selftests/fakes/fakes.hh"
#include "selftests/unit/page_decoder.hh"
#include "selftests/unit/ring_writer.hh"
#include "selftests/unit/test.hh"

namespace spile::ring_test {
namespace {

// A user: the addresses that were put into his memory, and what he read there.
struct MappingUser {
    MappedPart part;
    Vec<u8 *> pages; // of 4096 bytes
    u64 events = 0, lost = 0, wrong = 0;
    u32 shown = ~0u; // the reader's sub-buffer, as far as he knows
    u32 read = 0;    // bytes of it

    explicit MappingUser(Ring &ring, unsigned cpu = 0) : part(MappedPart::create(ring, cpu).take())
    {
        u32 order = ring.geometry(cpu).order;
        wrong += !part.each_page(0, u64{ring.geometry(cpu).count + 2} << order, [&](u8 *page) {
                         return pages.push(page);
                     }).ok();
    }
    const spile_ring_meta &meta() const
    {
        return *reinterpret_cast<const spile_ring_meta *>(pages[0]);
    }
    const u8 *sub_buffer(u32 id) const
    {
        return pages[meta().subbuf_size / 4096 * (1 + id)];
    }
    // What is in the reader's sub-buffer and was not there the last time.
    void look()
    {
        if (meta().reader.id != shown) {
            shown = meta().reader.id;
            read = 0;
            lost += meta().reader.lost_events;
        }
        PageDecoder page(sub_buffer(shown), meta().subbuf_size, PageDecoder::anything);
        while (page.next()) {
            if (page.position() <= read)
                continue;
            const auto *record = reinterpret_cast<const Stamped *>(page.payload());
            wrong += record->time != page.time() || record->id != lost + events;
            ++events;
        }
        wrong += page.broken() || page.bytes() < read;
        read = page.bytes();
    }
    void look_at_all()
    {
        for (;;) {
            u64 before = events;
            u32 id = meta().reader.id;
            part.next();
            look();
            if (events == before && id == meta().reader.id)
                return;
        }
    }
};

SPILE_TEST(ring_mapping, what_it_says_of_itself)
{
    for (u32 order = 0; order <= 2; order += 2) {
        Box<Ring> ring = make_ring(5, order);
        MappingUser user(*ring);
        EXPECT_EQ(user.wrong, 0u);
        EXPECT_EQ(user.pages.size(), usize{7} << order);
        const spile_ring_meta &meta = user.meta();
        EXPECT_EQ(meta.meta_page_size, 4096u << order);
        EXPECT_EQ(meta.meta_struct_len, 80u);
        EXPECT_EQ(meta.subbuf_size, 4096u << order);
        EXPECT_EQ(meta.nr_subbufs, 6u);
        EXPECT_EQ(meta.flags, 0u);
        EXPECT(meta.reader.id < meta.nr_subbufs);
        // Each part is in one piece.
        for (usize i = 1; i < user.pages.size(); ++i)
            if (i & ((usize{1} << order) - 1))
                EXPECT_EQ(user.pages[i], user.pages[i - 1] + 4096);
    }
}

SPILE_TEST(ring_mapping, only_whole_parts_that_are_there)
{
    Box<Ring> ring = make_ring(5, 1);
    MappedPart part = MappedPart::create(*ring, 0).take();
    u64 added = 0;
    auto count = [&](u8 *) {
        ++added;
        return Result<void>(Ok{});
    };
    EXPECT(part.each_page(0, 14, count).ok());
    EXPECT(part.each_page(4, 3, count).ok());
    EXPECT_EQ(added, 17u);
    EXPECT_EQ(part.each_page(0, 15, count).error(), Errno::invalid);
    EXPECT_EQ(part.each_page(14, 1, count).error(), Errno::invalid);
    EXPECT_EQ(part.each_page(1, 1, count).error(), Errno::invalid);
    EXPECT_EQ(part.each_page(0, 0, count).error(), Errno::invalid);
    EXPECT_EQ(part.each_page(2, ~0ull, count).error(), Errno::invalid);
    EXPECT_EQ(part.each_page(0, 1, [](u8 *) { return Result<void>(Errno::no_memory); }).error(),
              Errno::no_memory);
    EXPECT_EQ(added, 17u);
}

SPILE_TEST(ring_mapping, all_events_are_seen_once)
{
    Box<Ring> ring = make_ring(4);
    Lane &lane = ring->lane(0);
    u64 id = 0;
    while (id < 2 * least_per_page)
        write(lane, min_words, id++);
    MappingUser user(*ring);
    user.look_at_all();
    EXPECT_EQ(user.events, id);
    // More in the sub-buffer that the writer is in, little by little, and beyond it.
    for (u64 n = 1; n < 400; ++n) {
        for (u64 i = 0; i < n % 7; ++i)
            write(lane, min_words + n % 40, id++, n % 5 ? 1 : u64{1} << 33);
        user.part.next();
        user.look();
    }
    user.look_at_all();
    EXPECT_EQ(user.wrong, 0u);
    EXPECT_EQ(user.events, id);
    EXPECT_EQ(user.lost, 0u);
    EXPECT_EQ(user.meta().reader.lost_events, 0u);
}

SPILE_TEST(ring_mapping, counts_and_losses)
{
    Box<Ring> ring = make_ring(3);
    Lane &lane = ring->lane(0);
    MappingUser user(*ring);
    u64 id = 0;
    for (unsigned round = 0; round < 20; ++round) {
        for (u64 n = 0; n < (round * 67) % 700; ++n)
            write(lane, min_words, id++);
        user.look_at_all();
        RingStats stats = ring->stats(0);
        EXPECT_EQ(user.lost, stats.overrun);
        EXPECT_EQ(user.events, stats.read);
        EXPECT_EQ(stats.entries, 0u);
        EXPECT_EQ(user.meta().entries, id);
        EXPECT_EQ(user.meta().overrun, stats.overrun);
        EXPECT_EQ(user.meta().read, stats.read);
    }
    EXPECT_EQ(user.wrong, 0u);
    EXPECT_EQ(user.lost + user.events, id);
    EXPECT(user.lost > 0);
}

// A complete sub-buffer says in its own header what was lost before it.
SPILE_TEST(ring_mapping, losses_stand_in_the_page)
{
    Box<Ring> ring = make_ring(2);
    MappingUser user(*ring);
    for (u64 id = 0; id < 5 * least_per_page + 2; ++id)
        write(ring->lane(0), min_words, id);
    user.part.next();
    PageDecoder page(user.sub_buffer(user.meta().reader.id), 4096, PageDecoder::anything);
    EXPECT(page.missed());
    EXPECT_EQ(page.missed_events(), u64{4 * least_per_page});
    EXPECT_EQ(user.meta().reader.lost_events, u64{4 * least_per_page});
    EXPECT_EQ(user.meta().reader.read, least_per_page * min_words * 4);
    // It is still readable in other ways.
    EXPECT_EQ(ring->stats(0).entries, 2u);
    Box<SnapshotReader> snapshot = SnapshotReader::create(*ring, 0).take();
    u64 seen = 0;
    for (; snapshot->peek(); snapshot->advance())
        ++seen;
    EXPECT_EQ(seen, 2u);
    user.part.next();
    EXPECT_EQ(user.meta().reader.lost_events, 0u);
    EXPECT_EQ(ring->stats(0).entries, 0u);
}

// Its memory stays where it is: pages are copied, and nothing is resized.
SPILE_TEST(ring_mapping, nothing_moves_while_mapped)
{
    Box<Ring> ring = make_ring(4);
    Lane &lane = ring->lane(0);
    PageMemory memory = PageMemory::create(0, 0).take();
    spile_page *own = memory.get();
    u64 id = 0;
    {
        MappingUser user(*ring);
        MappedPart second = MappedPart::create(*ring, 0).take();
        while (id < 3 * least_per_page)
            write(lane, min_words, id++);
        EXPECT(PageReader(*ring, 0).read(memory, 4096, PageKind::complete).ok());
        EXPECT_EQ(memory.get(), own);
        PageDecoder copied(memory.get(), 4096);
        u64 events = 0;
        while (copied.next())
            ++events;
        EXPECT_EQ(events, u64{least_per_page});
        EXPECT_EQ(user.meta().reader.read, least_per_page * min_words * 4);
        EXPECT_EQ(user.meta().read, u64{least_per_page});

        EXPECT_EQ(ring->resize(0, 10).error(), Errno::busy);
        EXPECT_EQ(ring->resize(all_cpus, 10).error(), Errno::busy);
        EXPECT_EQ(ring->set_order(1, 4).error(), Errno::busy);
        EXPECT(ring->resize(1, 10).ok());
        EXPECT_EQ(ring->stats(0).entries, u64{2 * least_per_page});

        ring->reset();
        EXPECT_EQ(user.meta().entries + user.meta().read + user.meta().overrun, 0u);
        write(lane, min_words, 0);
        second = MappedPart();
        EXPECT_EQ(ring->resize(0, 10).error(), Errno::busy);
        user.look_at_all();
        EXPECT_EQ(user.events, 1u);
        EXPECT_EQ(user.wrong, 0u);
    }
    EXPECT(ring->resize(0, 10).ok());
    EXPECT(ring->set_order(1, 4).ok());
}

SPILE_TEST(ring_mapping, no_memory_no_mapping)
{
    if (!fakes::memory_is_fake)
        SKIP("memory cannot be made to fail");
    Box<Ring> ring = make_ring(4);
    usize live = fakes::live_memory();
    fakes::fail_allocation(1);
    EXPECT_EQ(MappedPart::create(*ring, 0).error(), Errno::no_memory);
    fakes::fail_allocation(0);
    EXPECT_EQ(fakes::live_memory(), live);
    EXPECT(ring->resize(0, 6).ok());
}

} // namespace

SPILE_SUITE(ring_mapping, what_it_says_of_itself, only_whole_parts_that_are_there,
            all_events_are_seen_once, counts_and_losses, losses_stand_in_the_page,
            nothing_moves_while_mapped, no_memory_no_mapping)

} // namespace spile::ring_test
