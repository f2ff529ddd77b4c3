// SPDX-License-Identifier: GPL-2.0
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "perfdata/byte_order.h"

namespace spile::perfdata {

// The layout of a feature's bytes, as a list of fields that follow each other.
// Source: perf.data-file-format, section "Flags section".
struct Field {
    enum class Type : std::uint8_t {
        u32,
        u64,
        text,    // u32 length, then that many bytes: a string, NUL, padding
        list,    // u32 count, then that many times `fields`
        list64,  // the same with a u64 count
        bitmap,  // u64 count of bits, then whole u64 words that hold them
        events,  // EVENT_DESC: u32 count, u32 attribute size, then per event attribute,
                 // u32 count of ids, name, ids
        rest,    // all bytes that are left, kept as they are
    };
    Type type;
    const char *name;
    std::span<const Field> fields = {};
};

// What a field holds; which members count depends on the field's type.
struct Item {
    std::uint64_t number = 0;              // u32, u64; the stored length of a text; bits of a bitmap
    std::string bytes;                     // text; words of a bitmap; rest
    std::vector<std::vector<Item>> rows;   // list, list64, events

    friend bool operator==(const Item &, const Item &) = default;
};
using Items = std::vector<Item>;

// Reads the fields from `bytes`. What follows the last one is added as one more
// item of type rest, so that nothing is lost. Throws Error(Fault::damaged) with
// the place and the field when the bytes end too soon. Allocates no more than in
// proportion to `bytes`.
[[nodiscard]] Items read_fields(std::span<const Field> fields, std::span<const std::uint8_t> bytes, ByteOrder order);

// The reverse: read_fields() of the result gives equal items.
[[nodiscard]] std::vector<std::uint8_t> write_fields(std::span<const Field> fields, const Items &items, ByteOrder order);

// One line per field, lists indented.
[[nodiscard]] std::string print_fields(std::span<const Field> fields, const Items &items);

}  // namespace spile::perfdata
