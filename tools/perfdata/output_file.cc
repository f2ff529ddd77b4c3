// SPDX-License-Identifier: GPL-2.0
#include "perfdata/output_file.h"

#include <algorithm>
#include <array>

#include "perfdata/features.h"

namespace spile::perfdata {

static void put_u64(Output &output, std::uint64_t value, ByteOrder order)
{
    std::uint8_t bytes[8];
    order.store(bytes, value);
    output.put(bytes, sizeof bytes);
}

void OutputFile::begin(const std::vector<EventAttr> &attrs)
{
    std::uint64_t attr_bytes = attrs.empty() ? attr_at::bytes_v0 : attrs.front().bytes.size();
    header_ = {};
    header_.attr_entry_bytes = attr_bytes + sizeof(Section);
    std::uint64_t at = file_header_bytes;
    std::vector<Section> ids;
    for (const EventAttr &attr : attrs) {
        ids.push_back({at, attr.ids.size() * 8});
        at += attr.ids.size() * 8;
    }
    header_.attrs = {at, attrs.size() * header_.attr_entry_bytes};
    header_.data = {at + header_.attrs.size, 0};

    output_.put(header_.encode(order_));
    for (const EventAttr &attr : attrs)
        for (std::uint64_t id : attr.ids) put_u64(output_, id, order_);
    for (std::size_t i = 0; i < attrs.size(); ++i) {
        output_.put(attrs[i].bytes);
        put_u64(output_, ids[i].offset, order_);
        put_u64(output_, ids[i].size, order_);
    }
}

void OutputFile::finish(const std::vector<Feature> &features)
{
    header_.data.size = output_.offset() - header_.data.offset;
    std::uint64_t table_at = output_.offset();
    std::vector<std::uint8_t> table(features.size() * sizeof(Section));
    output_.put(table);
    for (std::size_t i = 0; i < features.size(); ++i) {
        std::uint64_t start = output_.offset();
        features[i].write(output_);
        order_.store(table.data() + i * sizeof(Section), start);
        order_.store(table.data() + i * sizeof(Section) + 8, output_.offset() - start);
        header_.features.set(features[i].feature);
    }
    output_.put_at(table_at, table);
    output_.put_at(0, header_.encode(order_));
}

void put_attr_records(Output &output, const std::vector<EventAttr> &attrs, ByteOrder order)
{
    for (const EventAttr &attr : attrs) {
        std::size_t fixed = record_header_bytes + attr.bytes.size();
        std::size_t per_record = (record_max_bytes - fixed) / 8;
        std::size_t done = 0;
        do {
            std::size_t n = std::min(per_record, attr.ids.size() - done);
            std::uint8_t head[record_header_bytes] = {};
            order.store(head, static_cast<std::uint32_t>(record::header_attr));
            order.store(head + 6, static_cast<std::uint16_t>(fixed + n * 8));
            output.put(head, sizeof head);
            output.put(attr.bytes);
            for (std::size_t i = 0; i < n; ++i) put_u64(output, attr.ids[done + i], order);
            done += n;
        } while (done < attr.ids.size());
    }
}

void put_event_name_records(Output &output, std::span<const std::uint8_t> event_desc, ByteOrder order)
{
    Items items = feature_of(feature::event_desc).read(event_desc, order);
    for (const Items &event : items.front().rows) {
        const std::string &name = event[1].bytes, &ids = event[2].bytes;
        std::size_t size = event_update_at::data + (name.size() + 1 + 7) / 8 * 8;
        if (name.empty() || ids.size() < 8 || size > record_max_bytes) continue;
        std::vector<std::uint8_t> bytes(size);
        order.store(bytes.data(), static_cast<std::uint32_t>(record::event_update));
        order.store(bytes.data() + 6, static_cast<std::uint16_t>(size));
        order.store(bytes.data() + event_update_at::kind, event_update_at::kind_name);
        std::copy_n(ids.begin(), 8, bytes.begin() + event_update_at::id);
        std::copy(name.begin(), name.end(), bytes.begin() + event_update_at::data);
        output.put(bytes);
    }
}

bool put_feature_record(Output &output, unsigned feature, std::span<const std::uint8_t> bytes, ByteOrder order)
{
    std::size_t padded = (bytes.size() + 7) / 8 * 8;
    if (feature_at::data + padded > record_max_bytes) return false;
    std::uint8_t head[feature_at::data] = {};
    order.store(head, static_cast<std::uint32_t>(record::header_feature));
    order.store(head + 6, static_cast<std::uint16_t>(feature_at::data + padded));
    order.store(head + feature_at::id, std::uint64_t{feature});
    output.put(head, sizeof head);
    output.put(bytes);
    static constexpr std::uint8_t zeros[8] = {};
    output.put(zeros, padded - bytes.size());
    return true;
}

void put_tracing_data_record(Output &output, std::span<const std::uint8_t> bytes, ByteOrder order)
{
    std::uint8_t head[16] = {};
    order.store(head, static_cast<std::uint32_t>(record::header_tracing_data));
    order.store(head + 6, static_cast<std::uint16_t>(12));
    // The payload is padded to 8 from here, where 12 bytes of record stand.
    std::size_t padded = (bytes.size() + 7) / 8 * 8;
    order.store(head + 8, static_cast<std::uint32_t>(padded));
    output.put(head, 12);
    output.put(bytes);
    static constexpr std::uint8_t zeros[8] = {};
    output.put(zeros, padded - bytes.size());
}

}  // namespace spile::perfdata
