// SPDX-License-Identifier: GPL-2.0
#include <fmt/format.h>

#include "perfdata/feature_shape.h"
#include "perfdata/printable.h"

namespace spile::perfdata {

static void print_rows(std::string &to, std::span<const Field> fields, const Items &items, int depth);

std::string printable(std::string_view bytes)
{
    std::string text;
    for (char c : bytes) {
        if (static_cast<unsigned char>(c) >= 0x20 && c != 0x7f) text += c;
        else text += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    }
    return text;
}

static void print_one(std::string &to, const Field &field, const Item &item, int depth)
{
    std::string indent(static_cast<std::size_t>(depth) * 2, ' ');
    switch (field.type) {
    case Field::Type::u32:
    case Field::Type::u64: to += fmt::format("{}{}: {}\n", indent, field.name, item.number); break;
    case Field::Type::text: to += fmt::format("{}{}: {}\n", indent, field.name, printable(item.bytes)); break;
    case Field::Type::bitmap: to += fmt::format("{}{}: {} bits\n", indent, field.name, item.number); break;
    case Field::Type::rest: to += fmt::format("{}{}: {} bytes\n", indent, field.name, item.bytes.size()); break;
    case Field::Type::list:
    case Field::Type::list64:
        to += fmt::format("{}{}: {}\n", indent, field.name, item.rows.size());
        for (const Items &row : item.rows) print_rows(to, field.fields, row, depth + 1);
        break;
    case Field::Type::events:
        to += fmt::format("{}{}: {}\n", indent, field.name, item.rows.size());
        for (const Items &event : item.rows)
            to += fmt::format("{}  {}, {} ids\n", indent, printable(event[1].bytes), event[2].bytes.size() / 8);
        break;
    }
}

static void print_rows(std::string &to, std::span<const Field> fields, const Items &items, int depth)
{
    for (std::size_t i = 0; i < fields.size() && i < items.size(); ++i) print_one(to, fields[i], items[i], depth);
}

std::string print_fields(std::span<const Field> fields, const Items &items)
{
    std::string text;
    print_rows(text, fields, items, 0);
    if (items.size() > fields.size()) text += fmt::format("more: {} bytes\n", items.back().bytes.size());
    return text;
}

}  // namespace spile::perfdata
