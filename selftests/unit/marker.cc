// SPDX-License-Identifier: GPL-2.0
// What users write into the trace.
#include "tracer/marker.hh"

#include "control/files/files.hh"
#include "control_user.hh"
#include "trace_rig.hh"

namespace spile::trace_test {
namespace {

// Both files of an instance.
struct At {
    Box<Rig> rig = Rig::create(4);
    Box<Instance> instance;

    At()
    {
        fakes::reset();
        instance = Instance::create(rig->registry, "one").take();
        EXPECT(Node::root().add_file("text", 0220, make_trace_marker(*instance).take()));
        EXPECT(Node::root().add_file("raw", 0220, make_trace_marker_raw(*instance).take()));
    }
    ~At()
    {
        Node::root().remove();
        instance.reset();
        fakes::reset();
    }
    long text(Text text) { return put("text", text); }
    long raw(Text bytes) { return put("raw", bytes); }
    u64 recorded() { return instance->target().ring().stats(all_cpus).written; }

    // The oldest record: gone when it was looked at.
    template <typename Fn> bool take(u32 type, Fn look)
    {
        ConsumingReader reader(instance->target().ring());
        const Entry *entry = reader.peek();
        if (!entry)
            return false;
        EXPECT_EQ(entry->type(), type);
        look(*entry);
        reader.advance();
        return true;
    }
    bool has_text(Text wanted, u32 payload_bytes)
    {
        return take(SPILE_RECORD_TEXT, [&](const Entry &entry) {
            const auto *record = entry.payload<spile_record_text>();
            EXPECT_EQ(entry.payload_bytes(), payload_bytes);
            EXPECT_EQ(u64{record->ip}, fakes::kernel().marker_ip);
            Text all(record->text, entry.payload_bytes() - sizeof(*record));
            EXPECT_EQ(all.first(wanted.size()), wanted);
            for (char c : all.from(wanted.size()))
                EXPECT_EQ(c, '\0');
            EXPECT(all.size() > wanted.size());
        });
    }
    bool has_raw(u32 id, Text wanted, u32 payload_bytes)
    {
        return take(SPILE_RECORD_RAW, [&](const Entry &entry) {
            const auto *record = entry.payload<spile_record_raw>();
            EXPECT_EQ(entry.payload_bytes(), payload_bytes);
            EXPECT_EQ(u32{record->id}, id);
            Text all(reinterpret_cast<const char *>(record->data), payload_bytes - 4);
            EXPECT_EQ(all.first(wanted.size()), wanted);
            for (char c : all.from(wanted.size()))
                EXPECT_EQ(c, '\0');
        });
    }
};

SPILE_TEST(marker, text_ends_in_a_newline)
{
    At at;
    EXPECT_EQ(at.text("hello\n"), 6);
    EXPECT(at.has_text("hello\n", 8 + 12));
    EXPECT_EQ(at.text("hello"), 5);
    EXPECT(at.has_text("hello\n", 8 + 12));
    EXPECT_EQ(at.text(""), 0);
    EXPECT(at.has_text("\n", 8 + 12));
    EXPECT_EQ(at.text("a longer line with\0 a NUL"), 18); // by the C string of this test
    EXPECT(at.has_text("a longer line with\n", 8 + 20));
    EXPECT_EQ(at.text({"a\0b", 3}), 3);
    EXPECT(at.has_text({"a\0b\n", 4}, 8 + 12));
    EXPECT_EQ(at.recorded(), 5u);
}

SPILE_TEST(marker, of_task_context)
{
    At at;
    fakes::set_task_context(u64{77} << 32 | u64{4} << 16);
    EXPECT_EQ(at.text("x"), 1);
    EXPECT(at.take(SPILE_RECORD_TEXT, [](const Entry &entry) { EXPECT_EQ(entry.pid(), 77u); }));
}

SPILE_TEST(marker, long_text_comes_in_pieces)
{
    At at;
    Printer text;
    text.fill('x', 1024).fill('y', 500);
    EXPECT_EQ(at.text(text.view()), 1024);
    EXPECT(at.take(SPILE_RECORD_TEXT, [&](const Entry &entry) {
        const char *bytes = entry.payload<spile_record_text>()->text;
        EXPECT_EQ(bytes[1023], 'x');
        EXPECT_EQ(bytes[1024], '\n');
        EXPECT_EQ(bytes[1025], '\0');
    }));
    // Later kernels: as long as fits.
    fakes::kernel().marker_bytes = 4096;
    text.clear();
    text.fill('z', 5000);
    EXPECT_EQ(at.text(text.view()), 4054);
    EXPECT(at.take(SPILE_RECORD_TEXT, [&](const Entry &entry) {
        EXPECT_EQ(entry.payload_bytes(), 8 + 4056u);
        EXPECT_EQ(entry.payload<spile_record_text>()->text[4053], 'z');
    }));
    EXPECT_EQ(at.instance->target().ring().stats(all_cpus).refused, 0u);
}

SPILE_TEST(marker, raw_bytes_begin_with_an_id)
{
    At at;
    EXPECT_EQ(at.raw({"\1\2\3\4abc", 7}), 7);
    EXPECT(at.has_raw(0x4030201, "abc", 4 + 16));
    EXPECT_EQ(at.raw("\1\2\3\4"), 4);
    EXPECT(at.has_raw(0x4030201, "", 4 + 16));
    for (Text wrong : (Text[]){"", "1", "123"})
        EXPECT_EQ(at.raw(wrong), -22);
    Printer bytes;
    bytes.fill('x', 4000);
    EXPECT_EQ(at.raw(bytes.view().first(1000)), 1000);
    EXPECT(at.has_raw(0x78787878, bytes.view().first(996), 4 + 1000));
    EXPECT_EQ(at.raw(bytes.view().first(3072)), 1024);
    EXPECT(at.has_raw(0x78787878, bytes.view().first(1020), 4 + 1024));
    EXPECT_EQ(at.raw(bytes.view().first(3073)), -22);
    // Later kernels: whatever fits.
    fakes::kernel().raw_marker_bytes = fakes::kernel().raw_marker_refused = 0;
    EXPECT_EQ(at.raw(bytes.view()), 4000);
    EXPECT(at.has_raw(0x78787878, bytes.view().first(3996), 4 + 4000));
    bytes.fill('x', 60);
    EXPECT_EQ(at.raw(bytes.view()), 4060);
    bytes.ch('x');
    EXPECT_EQ(at.raw(bytes.view()), -22);
    EXPECT_EQ(at.instance->target().ring().stats(all_cpus).refused, 0u);
}

SPILE_TEST(marker, what_stands_in_the_way)
{
    At at;
    EXPECT(at.instance->set_option(Option::markers, false));
    EXPECT_EQ(at.text("x"), -22);
    EXPECT_EQ(at.raw("1234"), -22);
    EXPECT(at.instance->set_option(Option::markers, true));
    at.instance->target().set_on(false);
    EXPECT_EQ(at.text("x"), -9);
    EXPECT_EQ(at.raw("1234"), -9);
    EXPECT_EQ(at.raw("123"), -22);
    at.instance->target().set_on(true);
    // set_ftrace_pid is not about markers.
    at.instance->target().set_block(first_cpu(), Block::pid, true);
    EXPECT_EQ(at.text("x"), 1);
    EXPECT_EQ(at.recorded(), 1u);

    User user;
    EXPECT_EQ(user.open("text", SPILE_OPEN_READ | SPILE_OPEN_WRITE), 0);
    char byte;
    EXPECT_EQ(user.UserFile::read(&byte, 1), -22);
    EXPECT_EQ(user.write("y"), 1);
    User reader;
    EXPECT_EQ(reader.open("raw", SPILE_OPEN_READ), 0);
    EXPECT_EQ(reader.UserFile::read(&byte, 1), -22);
    EXPECT_EQ(reader.write("1234"), -9);
}

SPILE_TEST(marker, bytes_that_cannot_be_read)
{
    At at;
    User text, raw;
    EXPECT_EQ(text.open("text", SPILE_OPEN_WRITE), 0);
    EXPECT_EQ(raw.open("raw", SPILE_OPEN_WRITE), 0);
    EXPECT_EQ(text.write_fault(), -14);
    EXPECT(at.has_text("<faulted>\n", 8 + 12));
    EXPECT_EQ(raw.write_fault(), -14);
    EXPECT(at.has_raw(~0u, "<faulted>", 4 + 16));
    EXPECT(at.instance->set_option(Option::markers, false));
    EXPECT_EQ(text.write_fault(), -14);
    EXPECT_EQ(raw.write_fault(), -14);
    EXPECT_EQ(at.recorded(), 2u);
}

} // namespace

SPILE_SUITE(marker, text_ends_in_a_newline, of_task_context, long_text_comes_in_pieces,
            raw_bytes_begin_with_an_id, what_stands_in_the_way, bytes_that_cannot_be_read)

} // namespace spile::trace_test
