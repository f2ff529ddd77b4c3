// SPDX-License-Identifier: GPL-2.0
// trace_pipe_raw and snapshot_raw as their users see them: read, spliced, waited for and
// mapped. What is in a page: ring_pages.cc.
#include "control/files/files.hh"

#include "control_user.hh"
#include "selftests/unit/page_decoder.hh"
#include "trace_rig.hh"
#include "uapi/spile/mapping.h"

namespace spile::trace_test {
namespace {

using ring_test::PageDecoder;

constexpr long again = -11, no_memory = -12, no_device = -19, invalid = -22,
               no_command = -25;
constexpr u32 words = 100; // of each record
constexpr u32 per_page = 1020 / words;

struct Raw {
    Box<Rig> rig = Rig::create(4);
    Box<Instance> instance;
    unsigned cpu = first_cpu();
    u64 written = 0, seen = 0;

    explicit Raw(u64 kb = 40)
    {
        fakes::reset();
        instance = Instance::create(rig->registry, "one").take();
        EXPECT(instance->set_buffer_size(all_cpus, kb));
        const CpuOfInstance of{*instance, cpu};
        EXPECT(Node::root().add_file("raw", 0440, make_trace_pipe_raw_of(of).take()));
        EXPECT(Node::root().add_file("snapshot_raw", 0440, make_snapshot_raw_of(of).take()));
    }
    ~Raw()
    {
        Node::root().remove();
        instance.reset();
        fakes::reset();
    }
    Lane &lane() { return instance->target().lane(spile_cpu_offset(cpu)); }
    void write(u64 records = 1)
    {
        for (; records; --records) {
            u64 time = written;
            auto *to = static_cast<u64 *>(lane().reserve(words, [&] { return time; }));
            if (!to)
                continue;
            to[1] = written++;
            lane().leave();
        }
    }
    // A page's records are the next ones, and how many they are.
    u64 look(const void *bytes, u32 size)
    {
        PageDecoder page(bytes, size);
        u64 before = seen;
        while (page.next()) {
            EXPECT_EQ(reinterpret_cast<const u64 *>(page.payload())[1], seen);
            EXPECT_EQ(page.time(), seen);
            ++seen;
        }
        EXPECT(!page.broken());
        return seen - before;
    }
    u32 entries() { return static_cast<u32>(instance->target().stats(cpu).entries); }
    void armed(bool yes) { readers()->armed = yes; }
    spile_wait *readers() { return instance->target().readers().of_cpu(cpu).raw(); }
};

struct RawUser : fakes::UserFile {
    // Not on the stack, which is small in the kernel.
    char *const bytes = static_cast<char *>(spile_alloc(8192));
    explicit RawUser(Text path = "raw") { EXPECT_EQ(open(path, SPILE_OPEN_READ), 0); }
    ~RawUser() { spile_free(bytes); }
    long get(usize room = 4096) { return read(bytes, room); }
    long take(usize room, void *&page) { return spile_session_take_page(session(), room, &page); }
    bool ready(unsigned until) { return spile_session_ready(session(), until); }
    bool ended() { return spile_session_ended(session()); }
    int command(unsigned number, bool may_wait = false)
    {
        return spile_session_command(session(), number, may_wait);
    }
    int map(spile_mapping &into, unsigned long first, unsigned long count)
    {
        into.count = 0;
        if (!into.room)
            into.room = 256;
        return spile_session_map(session(), &into, first, count);
    }
};

SPILE_TEST(control_raw, reads_give_pages)
{
    Raw raw;
    RawUser user;
    EXPECT(user.gives_pages());
    EXPECT_EQ(user.readers(), raw.readers());
    EXPECT_EQ(user.get(), again);
    raw.write(3);
    EXPECT_EQ(user.get(), 4096);
    EXPECT_EQ(raw.look(user.bytes, 4096), 3u);
    EXPECT_EQ(user.get(), again);
    // No more than one page at once.
    raw.write(3 * per_page);
    EXPECT_EQ(user.get(8192), 4096);
    raw.look(user.bytes, 4096);
    while (user.get() == 4096)
        raw.look(user.bytes, 4096);
    EXPECT_EQ(raw.seen, raw.written);
    EXPECT_EQ(raw.entries(), 0u);
}

// A short read takes what fits into it; the rest of the page comes with the next.
SPILE_TEST(control_raw, short_reads_continue_a_page)
{
    Raw raw;
    RawUser user;
    raw.write(5);
    char page[4096];
    u32 room = 16 + 2 * words * 4 + 8;
    EXPECT_EQ(user.read(page, room), room);
    EXPECT_EQ(raw.entries(), 3u);
    raw.write();
    EXPECT_EQ(user.read(page + room, 2000), 2000);
    EXPECT_EQ(user.read(page + room + 2000, 4000), 4096 - room - 2000);
    EXPECT_EQ(raw.look(page, 4096), 2u);
    EXPECT_EQ(raw.entries(), 4u);
    EXPECT_EQ(user.get(), 4096);
    EXPECT_EQ(raw.look(user.bytes, 4096), 4u);
    EXPECT_EQ(user.get(), again);

    // So little that no record fits: nothing, and nothing is lost.
    raw.write();
    EXPECT_EQ(user.get(16), 0);
    EXPECT_EQ(user.get(1), 0);
    EXPECT_EQ(user.get(16 + words * 4 - 1), 0);
    EXPECT_EQ(raw.entries(), 1u);
    EXPECT_EQ(user.get(16 + words * 4), 16 + words * 4);
    EXPECT_EQ(raw.entries(), 0u);
}

// What did not reach the user's memory is given again.
SPILE_TEST(control_raw, bytes_that_faulted_are_given_again)
{
    Raw raw;
    RawUser user;
    raw.write(2);
    EXPECT_EQ(spile_session_read(user.session(), user.bytes, 4096, 0), 4096);
    EXPECT_EQ(spile_session_read(user.session(), user.bytes, 4096, 0), 4096);
    spile_session_consumed(user.session(), 1000);
    EXPECT_EQ(spile_session_read(user.session(), user.bytes + 1000, 4096, 0), 3096);
    spile_session_consumed(user.session(), 3096);
    EXPECT_EQ(raw.look(user.bytes, 4096), 2u);
    EXPECT_EQ(user.get(), again);
}

SPILE_TEST(control_raw, complete_pages_are_taken)
{
    Raw raw;
    RawUser user;
    void *page = nullptr;
    EXPECT_EQ(user.take(4096, page), again);
    raw.write(2 * per_page + 1);
    EXPECT_EQ(user.take(4095, page), invalid);
    for (int i = 0; i < 2; ++i) {
        EXPECT_EQ(user.take(1 << 20, page), 4096);
        EXPECT_EQ(raw.look(page, 4096), u64{per_page});
        spile_pages_free(page, 0);
    }
    EXPECT_EQ(user.take(4096, page), again); // it is being written
    EXPECT_EQ(user.get(), 4096);
    EXPECT_EQ(raw.look(user.bytes, 4096), 1u);

    // Sub-buffers of another size, while the file is open.
    EXPECT(raw.instance->target().buffers().set_sub_buffer_kb(8));
    raw.seen = raw.written;
    raw.write(2 * per_page + 2);
    EXPECT_EQ(user.take(4096, page), invalid);
    EXPECT_EQ(user.take(8192, page), 8192);
    raw.look(page, 8192);
    spile_pages_free(page, 1);
    EXPECT_EQ(user.get(8192), 8192);
    raw.look(user.bytes, 8192);
    EXPECT_EQ(raw.seen, raw.written);
}

SPILE_TEST(control_raw, waits_as_it_is_set)
{
    Raw raw; // eleven sub-buffers
    RawUser user;
    raw.instance->target().buffers().set_percent(30);
    EXPECT(!user.ready(SPILE_UNTIL_READ));
    raw.armed(true);
    raw.write();
    EXPECT(!raw.readers()->armed);
    EXPECT(user.ready(SPILE_UNTIL_READ));
    raw.write(); // the look has asked for it
    EXPECT(!user.ready(SPILE_UNTIL_FILLED));
    EXPECT(!user.ready(SPILE_UNTIL_PAGE));
    raw.armed(true);
    raw.write(3 * per_page - 2);
    EXPECT(raw.readers()->armed);
    EXPECT(!user.ready(SPILE_UNTIL_PAGE));
    raw.write();
    EXPECT(!raw.readers()->armed);
    EXPECT(user.ready(SPILE_UNTIL_FILLED));
    EXPECT(user.ready(SPILE_UNTIL_PAGE));
    EXPECT(user.ready(SPILE_UNTIL_READ));

    // 0: whatever is there, but a page must be complete.
    RawUser other;
    raw.instance->target().reset();
    raw.instance->target().buffers().set_percent(0);
    raw.write();
    EXPECT(other.ready(SPILE_UNTIL_FILLED));
    EXPECT(!other.ready(SPILE_UNTIL_PAGE));
    raw.write(per_page);
    EXPECT(other.ready(SPILE_UNTIL_PAGE));

    // options/block: poll() leaves the waiting to read().
    EXPECT(!spile_session_always_polls(other.session()));
    EXPECT(raw.instance->set_option(Option::block, true));
    EXPECT(spile_session_always_polls(other.session()));
}

SPILE_TEST(control_raw, waiting_ends_with_tracing)
{
    Raw raw;
    RawUser user;
    EXPECT(!user.ended());
    raw.armed(true);
    raw.instance->target().set_on(false);
    EXPECT(!raw.readers()->armed);
    EXPECT(user.ended());
    raw.instance->target().set_on(true);
    EXPECT(!user.ended());
}

SPILE_TEST(control_raw, mapped)
{
    Raw raw;
    RawUser user;
    spile_mapping mapping = {};
    EXPECT_EQ(user.command(SPILE_RING_GET_READER), no_device);
    EXPECT_EQ(user.command(1), no_command);
    u32 parts = raw.instance->target().ring().geometry(raw.cpu).count + 2;
    EXPECT_EQ(user.map(mapping, 0, parts + 1), invalid);
    EXPECT_EQ(user.map(mapping, 0, parts), 0);
    EXPECT_EQ(mapping.count, parts);
    const auto &meta = *static_cast<const spile_ring_meta *>(mapping.pages[0]);
    EXPECT_EQ(meta.nr_subbufs, parts - 1);

    raw.write(2 * per_page + 3);
    for (;;) {
        EXPECT_EQ(user.command(SPILE_RING_GET_READER), 0);
        PageDecoder page(mapping.pages[1 + meta.reader.id], 4096, PageDecoder::anything);
        u64 before = raw.seen;
        while (page.next())
            raw.seen += reinterpret_cast<const u64 *>(page.payload())[1] == raw.seen;
        if (raw.seen == before)
            break;
    }
    EXPECT_EQ(raw.seen, raw.written);
    EXPECT_EQ(meta.read, raw.written);
    EXPECT_EQ(raw.entries(), 0u);

    // It waits as poll() does, unless it is not to.
    EXPECT_EQ(user.command(SPILE_RING_GET_READER, true), again);
    raw.instance->target().buffers().set_percent(0);
    EXPECT_EQ(user.command(SPILE_RING_GET_READER, true), again);
    raw.write();
    EXPECT_EQ(user.command(SPILE_RING_GET_READER, true), 0);

    // Nothing that would move it.
    EXPECT_EQ(raw.instance->set_buffer_size(raw.cpu, 80).error(), Errno::busy);
    EXPECT_EQ(raw.instance->target().buffers().set_sub_buffer_kb(8).error(), Errno::busy);
    EXPECT_EQ(raw.instance->take_snapshot().error(), Errno::busy);
    void *page = nullptr;
    raw.write(2 * per_page);
    const void *at = raw.instance->target().ring().buffer(raw.cpu).consumer().buffer()->page;
    EXPECT_EQ(user.take(4096, page), 4096);
    EXPECT_NE(page, at);
    spile_pages_free(page, 0);

    // Two parts of a mapping that was split, and another open file.
    RawUser second;
    spile_mapping other = {};
    EXPECT_EQ(second.map(other, 1, 2), 0);
    spile_session_map_more(user.session());
    spile_session_unmap(user.session());
    spile_session_unmap(second.session());
    EXPECT_EQ(raw.instance->set_buffer_size(raw.cpu, 80).error(), Errno::busy);
    EXPECT_EQ(user.command(SPILE_RING_GET_READER), 0);
    EXPECT_EQ(second.command(SPILE_RING_GET_READER), no_device);
    spile_session_unmap(user.session());
    EXPECT(raw.instance->set_buffer_size(raw.cpu, 80));
    EXPECT(raw.instance->target().buffers().set_sub_buffer_kb(8));
    EXPECT(raw.instance->take_snapshot());
}

SPILE_TEST(control_raw, a_failed_mapping_leaves_nothing)
{
    Raw raw;
    RawUser user;
    spile_mapping mapping = {};
    mapping.room = 4;
    EXPECT_EQ(user.map(mapping, 0, 8), no_memory);
    EXPECT(raw.instance->set_buffer_size(raw.cpu, 80));
    EXPECT_EQ(user.command(SPILE_RING_GET_READER), no_device);
    mapping.room = 8;
    EXPECT_EQ(user.map(mapping, 0, 8), 0);
    mapping.room = 4;
    EXPECT_EQ(user.map(mapping, 0, 8), no_memory); // a second one
    EXPECT_EQ(raw.instance->set_buffer_size(raw.cpu, 40).error(), Errno::busy);
    user.close(); // as when the file is removed while it is mapped
    EXPECT(raw.instance->set_buffer_size(raw.cpu, 40));
}

SPILE_TEST(control_raw, a_snapshot_is_read_alike)
{
    Raw raw;
    RawUser user("snapshot_raw");
    void *page = nullptr;
    spile_mapping mapping = {};
    EXPECT_EQ(user.get(), again);
    EXPECT_EQ(user.take(4096, page), again);
    EXPECT(!user.ready(SPILE_UNTIL_READ));
    raw.write(2 * per_page + 1);
    EXPECT_EQ(user.get(), again);
    raw.armed(true);
    EXPECT(raw.instance->take_snapshot());
    EXPECT(!raw.readers()->armed); // whoever waits looks at what is now his ring
    EXPECT(user.ready(SPILE_UNTIL_READ));
    EXPECT(user.ready(SPILE_UNTIL_PAGE)); // however much is filled
    EXPECT_EQ(user.take(4096, page), 4096);
    EXPECT_EQ(raw.look(page, 4096), u64{per_page});
    spile_pages_free(page, 0);
    while (user.get() == 4096)
        raw.look(user.bytes, 4096);
    EXPECT_EQ(raw.seen, raw.written);
    EXPECT_EQ(user.map(mapping, 0, 1), no_device);
    EXPECT_EQ(user.command(SPILE_RING_GET_READER), no_command);
    RawUser live;
    EXPECT_EQ(live.get(), again);
    raw.write();
    EXPECT_EQ(live.get(), 4096);
    EXPECT_EQ(raw.look(live.bytes, 4096), 1u);
}

SPILE_TEST(control_raw, without_memory)
{
    if (!fakes::memory_is_fake)
        SKIP("memory cannot be made to fail");
    Raw raw;
    RawUser user;
    void *page = nullptr;
    raw.write(2 * per_page);
    fakes::fail_allocation(1);
    EXPECT_EQ(user.get(), no_memory);
    fakes::fail_allocation(1);
    EXPECT_EQ(user.take(4096, page), no_memory);
    fakes::fail_allocation(0);
    EXPECT_EQ(raw.entries(), 2 * per_page);
    EXPECT_EQ(user.get(), 4096);
    EXPECT_EQ(raw.look(user.bytes, 4096), u64{per_page});
}

} // namespace

SPILE_SUITE(control_raw, reads_give_pages, short_reads_continue_a_page,
            bytes_that_faulted_are_given_again, complete_pages_are_taken, waits_as_it_is_set,
            waiting_ends_with_tracing, mapped, a_failed_mapping_leaves_nothing,
            a_snapshot_is_read_alike, without_memory)

} // namespace spile::trace_test
