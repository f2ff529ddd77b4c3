// SPDX-License-Identifier: GPL-2.0
#include "perfdata/features.h"

#include <gtest/gtest.h>
#include <random>

#include "perfdata/error.h"
#include "support/recording.h"

namespace spile::perfdata {

using test::Bytes;

TEST(Features, AreInOrderAndNamed)
{
    unsigned last = 0;
    for (const Feature &one : features()) {
        EXPECT_GT(one.id, last);
        last = one.id;
        EXPECT_EQ(feature_name(one.id), one.name);
    }
    EXPECT_EQ(last, feature::pmu_caps);
    EXPECT_EQ(feature_name(200), "200");
}

// One value of each kind, made by hand, survives the way to bytes and back.
static Item sample_item(const Field &field, int depth)
{
    Item item;
    switch (field.type) {
    case Field::Type::u32: item.number = 0x89abcdef; break;
    case Field::Type::u64: item.number = 0x0123456789abcdef; break;
    case Field::Type::text: item.bytes = "some text", item.number = 64; break;
    case Field::Type::bitmap: item.number = 65, item.bytes = std::string(16, '\x5a'); break;
    case Field::Type::rest: item.bytes = "rest"; break;
    case Field::Type::list:
    case Field::Type::list64:
        for (int i = 0; i < 3 - depth; ++i) {
            Items row;
            for (const Field &part : field.fields) row.push_back(sample_item(part, depth + 1));
            item.rows.push_back(row);
        }
        break;
    case Field::Type::events:
        item.number = 8;
        item.rows.push_back({{0, "attrattr", {}}, {64, "cycles", {}}, {0, std::string(16, 'i'), {}}});
        break;
    }
    return item;
}

TEST(Features, ComeBackInBothOrders)
{
    for (const Feature &one : features()) {
        for (bool swapped : {false, true}) {
            Items items;
            for (const Field &field : one.fields) items.push_back(sample_item(field, 0));
            ByteOrder order(swapped);
            Bytes bytes = one.write(items, order);
            EXPECT_EQ(one.read(bytes, order), items) << one.name;
            EXPECT_FALSE(one.print(items).empty()) << one.name;
        }
    }
}

TEST(Features, KeepWhatFollows)
{
    const Feature &one = feature_of(feature::nrcpus);
    Bytes bytes = {1, 0, 0, 0, 2, 0, 0, 0, 9, 9, 9};
    Items items = one.read(bytes, ByteOrder());
    EXPECT_EQ(one.write(items, ByteOrder()), bytes);
    EXPECT_NE(one.print(items).find("more: 3 bytes"), std::string::npos);
}

TEST(Features, RefuseCountsThatLie)
{
    std::mt19937 random(2);
    for (const Feature &one : features()) {
        for (int i = 0; i < 300; ++i) {
            Bytes bytes(random() % 200);
            for (auto &byte : bytes) byte = random() % 3 == 0 ? 0xff : static_cast<std::uint8_t>(random() % 4);
            try {
                Items items = one.read(bytes, ByteOrder());
                EXPECT_EQ(one.write(items, ByteOrder()), bytes) << one.name;
                static_cast<void>(one.print(items));
            } catch (const Error &error) {
                EXPECT_EQ(error.fault(), Fault::damaged);
            }
        }
    }
}

TEST(Features, PrintNoControlCharacters)
{
    Items items = {{64, "a\x1b[2Jb", {}}};
    EXPECT_EQ(feature_of(feature::hostname).print(items), "value: a\\x1b[2Jb\n");
}

}  // namespace spile::perfdata
