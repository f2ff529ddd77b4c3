// SPDX-License-Identifier: GPL-2.0
#include <gtest/gtest.h>

#include "perfdata/attr.h"
#include "perfdata/build_id_record.h"
#include "perfdata/error.h"
#include "perfdata/features.h"
#include "perfdata/file_header.h"
#include "perfdata/layouts.h"
#include "perfdata/mmap_record.h"
#include "support/recording.h"

namespace spile::perfdata {

using test::Bytes;
using test::Recording;

class BothOrders : public ::testing::TestWithParam<bool> {
protected:
    ByteOrder order_{GetParam()};
};
INSTANTIATE_TEST_SUITE_P(Orders, BothOrders, ::testing::Values(false, true),
                         [](auto &info) { return info.param ? "swapped" : "native"; });

TEST_P(BothOrders, IntegersComeBack)
{
    std::uint8_t bytes[8];
    order_.store(bytes, std::uint64_t{0x0102030405060708});
    EXPECT_EQ(order_.u64(bytes), 0x0102030405060708u);
    EXPECT_EQ(bytes[0], order_.swapped() ? 1 : 8);
}

TEST_P(BothOrders, PreambleTellsTheOrder)
{
    auto bytes = Preamble::encode_pipe(order_);
    Preamble preamble = Preamble::parse(bytes);
    EXPECT_EQ(preamble.order, order_);
    EXPECT_TRUE(preamble.pipe_mode());
}

TEST_P(BothOrders, HeaderComesBack)
{
    FileHeader header;
    header.attr_entry_bytes = 144;
    header.attrs = {1, 2}, header.data = {3, 4};
    for (unsigned bit : {3u, 5u, 63u, 64u, 255u}) header.features.set(bit);
    auto bytes = header.encode(order_);
    FileHeader back = FileHeader::parse(bytes, order_);
    EXPECT_EQ(back.data.offset, 3u);
    EXPECT_EQ(back.features.count(), 5u);
    for (unsigned bit : {3u, 5u, 63u, 64u, 255u}) EXPECT_TRUE(back.features.has(bit)) << bit;
}

TEST_P(BothOrders, LayoutFindsTimeInSamplesAndTrailers)
{
    std::uint64_t type = sample::identifier | sample::ip | sample::tid | sample::time | sample::cpu | sample::period;
    Recording recording(GetParam());
    recording.event(type).sample({.pid = 5, .ip = 0x1234, .time = 77}).mmap2({.time = 88});
    Bytes pipe = recording.pipe();
    auto attr = EventAttr::parse({pipe.data() + 24, 128}, order_);
    EXPECT_EQ(attr.sample_type, type);
    EXPECT_TRUE(attr.sample_id_all);
    Layouts layouts;
    layouts.add(attr);
    const Bytes &records = recording.records();
    std::size_t first = order_.u16(&records[6]), second = records.size() - first;
    EXPECT_EQ(layouts.time(records.data(), record::sample, first, order_), 77u);
    EXPECT_EQ(layouts.time(records.data() + first, record::mmap2, second, order_), 88u);
    EXPECT_EQ(order_.u64(&records[static_cast<std::size_t>(layouts.of(records.data(), record::sample, first, order_)->ip)]), 0x1234u);
}

TEST_P(BothOrders, MmapRecordsAreReadAndRewritten)
{
    Recording recording(GetParam());
    recording.event().mmap2({.pid = 3, .start = 0x1000, .length = 0x2000, .name = "/lib/x", .time = 9, .inode = 42});
    const Bytes &bytes = recording.records();
    Record record{bytes.data(), record::mmap2, static_cast<std::uint16_t>(bytes.size())};
    auto fields = MmapRecord::parse(record, order_);
    ASSERT_TRUE(fields);
    EXPECT_EQ(fields->pid, 3);
    EXPECT_EQ(fields->name, "/lib/x");
    EXPECT_EQ(fields->file.inode, 42u);
    EXPECT_FALSE(fields->id);

    Bytes out;
    buildid::BuildId id(Bytes(20, 0xee));
    ASSERT_TRUE(encode_with_build_id(out, record, *fields, id, trailer_of(record, 24, fields->name_at), order_));
    EXPECT_EQ(out.size(), bytes.size());
    Record again{out.data(), record::mmap2, static_cast<std::uint16_t>(out.size())};
    auto back = MmapRecord::parse(again, order_);
    ASSERT_TRUE(back);
    EXPECT_EQ(back->id, id);
    EXPECT_EQ(back->length, 0x2000u);
    EXPECT_EQ(back->prot, fields->prot);
    EXPECT_TRUE(std::equal(bytes.end() - 24, bytes.end(), out.end() - 24));
}

TEST_P(BothOrders, AnMmapBecomesAnMmap2)
{
    Recording recording(GetParam());
    recording.event().mmap({.name = "/lib/longer-name", .time = 9});
    const Bytes &bytes = recording.records();
    Record record{bytes.data(), record::mmap, static_cast<std::uint16_t>(bytes.size())};
    auto fields = MmapRecord::parse(record, order_);
    ASSERT_TRUE(fields);
    Bytes out;
    ASSERT_TRUE(encode_with_build_id(out, record, *fields, buildid::BuildId(Bytes(16, 1)), {}, order_));
    Record again{out.data(), order_.u32(out.data()), static_cast<std::uint16_t>(out.size())};
    EXPECT_EQ(again.type, record::mmap2);
    auto back = MmapRecord::parse(again, order_);
    EXPECT_EQ(back->name, "/lib/longer-name");
    EXPECT_EQ(back->id.size, 16);
    EXPECT_EQ(back->prot, prot_exec);
}

TEST_P(BothOrders, ShortMmapRecordsAreRefused)
{
    Recording recording(GetParam());
    recording.event().mmap2({});
    const Bytes &bytes = recording.records();
    for (std::uint16_t size = 8; size <= mmap2_at::filename; ++size)
        EXPECT_FALSE(MmapRecord::parse({bytes.data(), record::mmap2, size}, order_)) << size;
}

TEST_P(BothOrders, BuildIdRecordsComeBack)
{
    Bytes bytes;
    BuildIdRecord record{-1, misc::user, buildid::BuildId(Bytes(16, 5)), "/usr/bin/x"};
    ASSERT_TRUE(record.encode(bytes, record::header_build_id, order_));
    EXPECT_EQ(bytes.size() % 4, 0u);
    auto back = BuildIdRecord::parse(bytes, order_);
    ASSERT_TRUE(back);
    EXPECT_EQ(back->id, record.id);
    EXPECT_EQ(back->name, record.name);
    EXPECT_EQ(back->pid, -1);
    std::string longest(70000, 'x');
    record.name = longest;
    EXPECT_FALSE(record.encode(bytes, 0, order_));
}

TEST_P(BothOrders, CallchainsAreFoundBehindReadValues)
{
    EventAttr attr;
    attr.sample_type = sample::ip | sample::read | sample::callchain;
    attr.read_format = read_format::group | read_format::id | read_format::total_time_enabled;
    SampleLayout layout(attr);
    Bytes bytes(8 + 8 + 8 + 8 + 2 * 16 + 8 + 2 * 8);
    order_.store(&bytes[16], std::uint64_t{2});
    order_.store(&bytes[64], std::uint64_t{2});
    order_.store(&bytes[72], std::uint64_t{0xaaa});
    auto chain = layout.callchain(bytes.data(), bytes.size(), order_);
    ASSERT_EQ(chain.count, 2u);
    EXPECT_EQ(order_.u64(chain.first), 0xaaau);
    for (std::size_t n = 8; n < bytes.size(); ++n) EXPECT_EQ(layout.callchain(bytes.data(), n, order_).count, 0u) << n;
    order_.store(&bytes[16], ~std::uint64_t{0});
    EXPECT_EQ(layout.callchain(bytes.data(), bytes.size(), order_).count, 0u);
}

TEST(Preamble, SaysWhatIsWrong)
{
    Bytes bytes(16, 'x');
    EXPECT_THROW(static_cast<void>(Preamble::parse(bytes)), Error);
    Bytes old = {'P', 'E', 'R', 'F', 'F', 'I', 'L', 'E', 0, 0, 0, 0, 0, 0, 0, 0};
    try {
        static_cast<void>(Preamble::parse(old));
        FAIL();
    } catch (const Error &error) {
        EXPECT_EQ(error.fault(), Fault::unsupported);
    }
}

}  // namespace spile::perfdata
