// SPDX-License-Identifier: GPL-2.0
#include "perfdata/feature_shape.h"

#include <cstring>

#include "perfdata/error.h"

namespace spile::perfdata {

// The parts of one event in EVENT_DESC; the attribute's size is known only there.
static constexpr std::size_t event_attr = 0, event_name = 1, event_ids = 2, event_parts = 3;

namespace {

class Reader {
public:
    Reader(std::span<const std::uint8_t> bytes, ByteOrder order) : bytes_(bytes), order_(order) {}

    Items fields(std::span<const Field> fields)
    {
        Items items;
        for (const Field &field : fields) items.push_back(one(field));
        return items;
    }
    [[nodiscard]] bool at_end() const { return at_ == bytes_.size(); }
    Item rest()
    {
        Item item;
        item.bytes = take(bytes_.size() - at_, "the rest");
        return item;
    }

private:
    std::string take(std::uint64_t n, const char *what)
    {
        if (n > bytes_.size() - at_)
            throw Error(Fault::damaged, "damaged feature at byte " + std::to_string(at_) + " of it: " + what + " needs " +
                                            std::to_string(n) + " bytes, " + std::to_string(bytes_.size() - at_) +
                                            " are left");
        auto text = reinterpret_cast<const char *>(bytes_.data() + at_);
        at_ += static_cast<std::size_t>(n);
        return {text, static_cast<std::size_t>(n)};
    }
    std::uint32_t u32(const char *what) { return order_.u32(take(4, what).data()); }
    std::uint64_t u64(const char *what) { return order_.u64(take(8, what).data()); }

    Item text(const char *what)
    {
        Item item;
        item.number = u32(what);
        item.bytes = take(item.number, what);
        std::size_t length = ::strnlen(item.bytes.data(), item.bytes.size());
        // Keep what lies behind the NUL only when it is not padding.
        if (item.bytes.find_first_not_of('\0', length) == item.bytes.npos) item.bytes.resize(length);
        return item;
    }

    void rows(Item &item, std::uint64_t count, std::span<const Field> parts)
    {
        // Each row takes bytes, so a count that lies runs out of them.
        for (std::uint64_t i = 0; i < count; ++i) item.rows.push_back(fields(parts));
    }

    Item events(const char *what)
    {
        Item item;
        std::uint32_t count = u32(what);
        item.number = u32(what);  // bytes of an attribute
        for (std::uint32_t i = 0; i < count; ++i) {
            Items event(event_parts);
            event[event_attr].bytes = take(item.number, what);
            std::uint32_t ids = u32(what);
            event[event_name] = text(what);
            event[event_ids].bytes = take(std::uint64_t{ids} * 8, what);
            item.rows.push_back(std::move(event));
        }
        return item;
    }

    Item one(const Field &field)
    {
        Item item;
        switch (field.type) {
        case Field::Type::u32: item.number = u32(field.name); break;
        case Field::Type::u64: item.number = u64(field.name); break;
        case Field::Type::text: return text(field.name);
        case Field::Type::list: rows(item, u32(field.name), field.fields); break;
        case Field::Type::list64: rows(item, u64(field.name), field.fields); break;
        case Field::Type::bitmap:
            item.number = u64(field.name);
            item.bytes = take((item.number / 64 + (item.number % 64 != 0)) * 8, field.name);
            break;
        case Field::Type::events: return events(field.name);
        case Field::Type::rest: return rest();
        }
        return item;
    }

    std::span<const std::uint8_t> bytes_;
    ByteOrder order_;
    std::size_t at_ = 0;
};

class Writer {
public:
    explicit Writer(ByteOrder order) : order_(order) {}

    void fields(std::span<const Field> fields, const Items &items)
    {
        for (std::size_t i = 0; i < fields.size() && i < items.size(); ++i) one(fields[i], items[i]);
    }
    void raw(const std::string &bytes) { out_.insert(out_.end(), bytes.begin(), bytes.end()); }
    std::vector<std::uint8_t> take() { return std::move(out_); }

private:
    template <typename T>
    void number(T value)
    {
        std::uint8_t bytes[sizeof(T)];
        order_.store(bytes, value);
        out_.insert(out_.end(), bytes, bytes + sizeof bytes);
    }
    void text(const Item &item)
    {
        std::size_t stored = static_cast<std::size_t>(item.number);
        // A new string gets the padding to 64 that the tool gives.
        if (stored < item.bytes.size()) stored = (item.bytes.size() + 1 + 63) / 64 * 64;
        number(static_cast<std::uint32_t>(stored));
        raw(item.bytes);
        out_.resize(out_.size() + stored - item.bytes.size());
    }
    void rows(const Item &item, std::span<const Field> parts)
    {
        for (const Items &row : item.rows) fields(parts, row);
    }
    void events(const Item &item)
    {
        number(static_cast<std::uint32_t>(item.rows.size()));
        number(static_cast<std::uint32_t>(item.number));
        for (const Items &event : item.rows) {
            raw(event[event_attr].bytes);
            number(static_cast<std::uint32_t>(event[event_ids].bytes.size() / 8));
            text(event[event_name]);
            raw(event[event_ids].bytes);
        }
    }
    void one(const Field &field, const Item &item)
    {
        switch (field.type) {
        case Field::Type::u32: number(static_cast<std::uint32_t>(item.number)); break;
        case Field::Type::u64: number(item.number); break;
        case Field::Type::text: text(item); break;
        case Field::Type::list:
            number(static_cast<std::uint32_t>(item.rows.size()));
            rows(item, field.fields);
            break;
        case Field::Type::list64:
            number(std::uint64_t{item.rows.size()});
            rows(item, field.fields);
            break;
        case Field::Type::bitmap:
            number(item.number);
            raw(item.bytes);
            break;
        case Field::Type::events: events(item); break;
        case Field::Type::rest: raw(item.bytes); break;
        }
    }

    ByteOrder order_;
    std::vector<std::uint8_t> out_;
};

}  // namespace

Items read_fields(std::span<const Field> fields, std::span<const std::uint8_t> bytes, ByteOrder order)
{
    Reader reader(bytes, order);
    Items items = reader.fields(fields);
    if (!reader.at_end()) items.push_back(reader.rest());
    return items;
}

std::vector<std::uint8_t> write_fields(std::span<const Field> fields, const Items &items, ByteOrder order)
{
    Writer writer(order);
    writer.fields(fields, items);
    if (items.size() > fields.size()) writer.raw(items.back().bytes);
    return writer.take();
}

}  // namespace spile::perfdata
