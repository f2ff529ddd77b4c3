// SPDX-License-Identifier: GPL-2.0
// A ring read in pages of any room, and by users who have it in their memory, beside the
// readers of records. Pages are decoded from their bytes alone.
#include "ring/mapped_part.hh"
#include "ring/page_reader.hh"

#include <vector>

#include "ring_fuzzer.hh"
#include "selftests/unit/page_decoder.hh"

namespace spile::fuzz {
namespace {

struct PagesFuzzer : RingFuzzer {
    using RingFuzzer::RingFuzzer;

    PageMemory memory; // of whatever size it was last
    MappedPart parts[4];
    std::vector<uint8_t *> pages[4]; // of each part, as they were mapped

    void take(const PageDecoder &at)
    {
        const auto *record = reinterpret_cast<const Stamped *>(at.payload());
        MUST(at.payload_bytes() >= sizeof(Stamped));
        MUST(record->time == at.time());
        for (uint32_t i = 0; i < (at.payload_bytes() - sizeof(Stamped)) / 4; ++i)
            MUST(record->words[i] == pattern(record->id, i));
        taken(cpu, record->id, at.payload_bytes(), at.time());
    }
    // What the next reader is to be told; and whether there is one to be told anything.
    bool next_lost(uint64_t &lost)
    {
        ConsumingReader reader(*ring, cpu);
        const Entry *entry = reader.peek();
        lost = entry ? entry->lost : 0;
        return entry;
    }

    void read_page()
    {
        uint32_t bytes = 4096u << ring->geometry(cpu).order;
        uint32_t room = in.byte() % 2 ? bytes : in.byte() * (bytes / 256);
        PageKind kind = in.byte() % 2 ? PageKind::complete : PageKind::any;
        uint64_t lost;
        bool any = next_lost(lost);
        bool complete = ring->buffer(cpu).consumer().is_complete(lane());
        uint64_t read = model().read, entries = ring->stats(cpu).entries;
        Result<void> got = PageReader(*ring, cpu).read(memory, room, kind);
        if (!got) {
            MUST(got.error() == Errno::again || got.error() == Errno::invalid);
            MUST(got.error() != Errno::again || !any || (kind == PageKind::complete && !complete));
            MUST(got.error() != Errno::invalid || room < bytes);
            MUST(ring->stats(cpu).entries == entries);
            return;
        }
        MUST(any && (complete || kind == PageKind::any));
        MUST(memory.bytes() == bytes);
        PageDecoder page(memory.get(), bytes);
        while (page.next())
            take(page);
        MUST(!page.broken());
        MUST(model().read > read);
        MUST(page.bytes() + SPILE_PAGE_HEADER_BYTES <= room);
        MUST(page.missed() == (lost != 0));
        MUST(page.missed_events() == lost || page.bytes() + 24 > bytes);
        model().told_lost += lost;
        MUST(entries - ring->stats(cpu).entries == model().read - read);
    }

    const spile_ring_meta &meta()
    {
        return *reinterpret_cast<spile_ring_meta *>(pages[cpu][0]);
    }
    void map()
    {
        Geometry geometry = ring->geometry(cpu);
        parts[cpu] = MappedPart::create(*ring, cpu).take();
        pages[cpu].clear();
        MUST(parts[cpu].each_page(0, u64{geometry.count + 2} << geometry.order, [&](uint8_t *page) {
            pages[cpu].push_back(page);
            return Result<void>(Ok{});
        }).ok());
        MUST(meta().nr_subbufs == ring->geometry(cpu).count + 1);
    }
    // As a program does: all that the reader's sub-buffer holds, then the next one.
    void read_mapped()
    {
        uint64_t lost;
        bool any = next_lost(lost);
        uint32_t id = meta().reader.id, from = meta().reader.read;
        parts[cpu].next();
        MUST(meta().reader.id < meta().nr_subbufs);
        if (!any) {
            MUST(ring->empty(cpu));
            return;
        }
        const uint8_t *sub_buffer = pages[cpu][meta().subbuf_size / 4096 * (meta().reader.id + 1)];
        if (meta().reader.id != id) {
            from = 0;
            MUST(meta().reader.lost_events == lost);
        }
        PageDecoder page(sub_buffer, meta().subbuf_size, PageDecoder::anything);
        MUST(page.bytes() == meta().reader.read);
        uint64_t read = model().read;
        while (page.next())
            if (page.position() > from)
                take(page);
        MUST(!page.broken());
        MUST(model().read > read);
        model().told_lost += lost;
    }
    void check_mapped()
    {
        RingStats stats = ring->stats(cpu);
        MUST(meta().read == stats.read);
        MUST(meta().reader.read == ring->buffer(cpu).consumer().read_bytes());
    }
    // Who is told that there is nothing is woken when there is.
    void wait()
    {
        uint32_t percent = in.below(101);
        PageKind kind = in.byte() % 2 ? PageKind::complete : PageKind::any;
        bool nothing = PageReader(*ring, cpu).arm(percent, kind);
        if (!percent && kind == PageKind::any)
            MUST(nothing == ring->empty(cpu));
        if (!nothing)
            return;
        ring->set_when_full(WhenFull::overwrite);
        for (uint32_t i = 0; !(lane().wake & SPILE_WAKE_CPU) && lane().wake_at; ++i) {
            MUST(i < 20 * (ring->geometry(cpu).count + 1));
            write(249); // a long one
        }
        budget = 0;
        write(0);
    }

    void act_on_pages(uint8_t what)
    {
        cpu = cpus[what / 16 % 3];
        budget = 24;
        switch (what % 8) {
        default:
            read_page();
            break;
        case 3:
            if (parts[cpu])
                read_mapped();
            else
                map();
            break;
        case 4:
            parts[cpu] = MappedPart();
            break;
        case 5:
            wait();
            break;
        }
        for (unsigned each : cpus)
            if (cpu = each; parts[cpu])
                check_mapped();
        check();
    }
    void finish()
    {
        for (unsigned each : cpus) {
            cpu = each;
            while (parts[cpu] && !ring->empty(cpu))
                read_mapped();
            parts[cpu] = MappedPart();
        }
        RingFuzzer::finish();
    }
};

} // namespace

void try_input(Input &in)
{
    PagesFuzzer fuzzer(in);
    fuzzer.make();
    while (!in.empty()) {
        uint8_t what = in.byte();
        if (what % 4 == 0)
            fuzzer.act_on_pages(in.byte());
        else
            fuzzer.act(what / 4 + in.byte() * 64);
    }
    fuzzer.finish();
}

} // namespace spile::fuzz
