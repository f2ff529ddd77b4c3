// SPDX-License-Identifier: GPL-2.0
#include "support/recording.h"

#include <algorithm>
#include <stdexcept>

#include "perfdata/build_id_record.h"
#include "perfdata/feature_id.h"
#include "perfdata/file_header.h"

namespace spile::test {

using namespace spile::perfdata;

template <typename T>
void Recording::put(Bytes &to, T value) const
{
    std::uint8_t bytes[sizeof(T)];
    order_.store(bytes, static_cast<std::make_unsigned_t<T>>(value));
    to.insert(to.end(), bytes, bytes + sizeof bytes);
}

Recording &Recording::event(std::uint64_t sample_type, std::vector<std::uint64_t> ids)
{
    Bytes attr(128);
    order_.store(attr.data() + attr_at::type, std::uint32_t{1});
    order_.store(attr.data() + attr_at::size, std::uint32_t{128});
    order_.store(attr.data() + attr_at::sample_type, sample_type);
    std::uint64_t bit = std::uint64_t{1} << (order_.big() ? 63 - attr_at::sample_id_all_bit : attr_at::sample_id_all_bit);
    order_.store(attr.data() + attr_at::flags, bit);
    events_.push_back({attr, std::move(ids), sample_type});
    return *this;
}

Recording &Recording::feature(unsigned id, Bytes bytes)
{
    features_[id] = std::move(bytes);
    return *this;
}

Recording &Recording::feature_text(unsigned id, const std::string &text)
{
    Bytes bytes;
    put(bytes, static_cast<std::uint32_t>(64));
    bytes.insert(bytes.end(), text.begin(), text.end());
    bytes.resize(4 + 64);
    return feature(id, bytes);
}

void Recording::put_trailer(Bytes &to, std::int32_t pid, std::uint64_t time) const
{
    std::uint64_t type = events_.empty() ? 0 : events_.front().sample_type;
    if (type & perfdata::sample::tid) put(to, pid), put(to, pid);
    if (type & perfdata::sample::time) put(to, time);
    std::uint64_t id = events_.empty() || events_.front().ids.empty() ? 0 : events_.front().ids.front();
    if (type & perfdata::sample::id) put(to, id);
    if (type & perfdata::sample::cpu) put(to, std::uint64_t{0});
    if (type & perfdata::sample::identifier) put(to, id);
}

void Recording::put_name(Bytes &to, const std::string &name) const
{
    to.insert(to.end(), name.begin(), name.end());
    to.resize(to.size() + 8 - name.size() % 8);
}

Recording &Recording::record(std::uint32_t type, std::uint16_t misc, const Bytes &payload)
{
    put(records_, type);
    put(records_, misc);
    put(records_, static_cast<std::uint16_t>(payload.size() + 8));
    return bytes(payload);
}

Recording &Recording::bytes(const Bytes &more)
{
    records_.insert(records_.end(), more.begin(), more.end());
    return *this;
}

Recording &Recording::mmap2(const Map &map)
{
    Bytes payload;
    put(payload, map.pid), put(payload, map.pid);
    put(payload, map.start), put(payload, map.length), put(payload, std::uint64_t{0});
    std::uint16_t misc = map.misc;
    if (map.build_id.empty()) {
        put(payload, std::uint32_t{8}), put(payload, std::uint32_t{1}), put(payload, map.inode), put(payload, std::uint64_t{0});
    } else {
        misc |= misc::mmap_build_id;
        Bytes id(24);
        id[0] = static_cast<std::uint8_t>(map.build_id.size());
        std::copy(map.build_id.begin(), map.build_id.end(), id.begin() + 4);
        payload.insert(payload.end(), id.begin(), id.end());
    }
    put(payload, map.prot), put(payload, map.flags);
    put_name(payload, map.name);
    put_trailer(payload, map.pid, map.time);
    return record(record::mmap2, misc, payload);
}

Recording &Recording::mmap(const Map &map)
{
    Bytes payload;
    put(payload, map.pid), put(payload, map.pid);
    put(payload, map.start), put(payload, map.length), put(payload, std::uint64_t{0});
    put_name(payload, map.name);
    put_trailer(payload, map.pid, map.time);
    return record(record::mmap, map.misc, payload);
}

Recording &Recording::fork(std::int32_t pid, std::int32_t parent, std::uint64_t time, std::uint16_t misc)
{
    Bytes payload;
    put(payload, pid), put(payload, parent), put(payload, pid), put(payload, parent), put(payload, time);
    put_trailer(payload, parent, time);
    return record(record::fork, misc, payload);
}

Recording &Recording::sample(const Sample &sample)
{
    namespace bit = perfdata::sample;
    std::uint64_t type = events_.empty() ? usual_sample_type : events_.front().sample_type;
    for (const Event &event : events_)
        if (std::find(event.ids.begin(), event.ids.end(), sample.id) != event.ids.end()) type = event.sample_type;
    Bytes payload;
    if (type & bit::identifier) put(payload, sample.id);
    if (type & bit::ip) put(payload, sample.ip);
    if (type & bit::tid) put(payload, sample.pid), put(payload, sample.pid);
    if (type & bit::time) put(payload, sample.time);
    if (type & bit::id) put(payload, sample.id);
    if (type & bit::cpu) put(payload, std::uint64_t{0});
    if (type & bit::period) put(payload, std::uint64_t{1});
    if (type & bit::callchain) {
        put(payload, std::uint64_t{sample.chain.size()});
        for (std::uint64_t address : sample.chain) put(payload, address);
    }
    return record(record::sample, sample.misc, payload);
}

Recording &Recording::round()
{
    return record(record::finished_round, 0, {});
}

Bytes Recording::pipe() const
{
    auto head = Preamble::encode_pipe(order_);
    Bytes all(head.begin(), head.end());
    Recording attrs(order_.swapped());
    for (const Event &event : events_) {
        Bytes payload = event.attr;
        for (std::uint64_t id : event.ids) put(payload, id);
        attrs.record(record::header_attr, 0, payload);
    }
    for (const auto &[id, bytes] : features_) {
        Bytes payload;
        put(payload, std::uint64_t{id});
        payload.insert(payload.end(), bytes.begin(), bytes.end());
        attrs.record(record::header_feature, 0, payload);
    }
    all.insert(all.end(), attrs.records_.begin(), attrs.records_.end());
    all.insert(all.end(), records_.begin(), records_.end());
    return all;
}

Bytes Recording::file() const
{
    FileHeader header;
    header.attr_entry_bytes = 128 + 16;
    Bytes ids, attrs, tail;
    for (const Event &event : events_) {
        attrs.insert(attrs.end(), event.attr.begin(), event.attr.end());
        put(attrs, std::uint64_t{file_header_bytes + ids.size()});
        put(attrs, std::uint64_t{event.ids.size() * 8});
        for (std::uint64_t id : event.ids) put(ids, id);
    }
    header.attrs = {file_header_bytes + ids.size(), attrs.size()};
    header.data = {header.attrs.offset + attrs.size(), records_.size()};
    std::uint64_t at = header.data.offset + records_.size() + features_.size() * 16;
    for (const auto &[id, bytes] : features_) {
        header.features.set(id);
        put(tail, at), put(tail, std::uint64_t{bytes.size()});
        at += bytes.size();
    }
    for (const auto &[id, bytes] : features_) tail.insert(tail.end(), bytes.begin(), bytes.end());
    auto head = header.encode(order_);
    Bytes all(head.begin(), head.end());
    for (const Bytes *part : {static_cast<const Bytes *>(&ids), static_cast<const Bytes *>(&attrs), &records_, static_cast<const Bytes *>(&tail)}) all.insert(all.end(), part->begin(), part->end());
    return all;
}

std::vector<Got> Parsed::of(std::uint32_t type) const
{
    std::vector<Got> found;
    for (const Got &one : records)
        if (one.type == type) found.push_back(one);
    return found;
}

Parsed parse(const Bytes &bytes)
{
    Parsed parsed;
    Preamble preamble = Preamble::parse(bytes);
    parsed.order = preamble.order;
    ByteOrder order = preamble.order;
    std::size_t at = pipe_header_bytes, end = bytes.size();
    if (!preamble.pipe_mode()) {
        FileHeader header = FileHeader::parse(bytes, order);
        parsed.attrs = header.attrs.size / header.attr_entry_bytes;
        at = header.data.offset;
        end = at + header.data.size;
        std::size_t table = end;
        for (unsigned bit = 0; bit < feature_bits; ++bit) {
            if (!header.features.has(bit)) continue;
            std::size_t from = order.u64(&bytes.at(table)), size = order.u64(&bytes.at(table + 8));
            if (from + size > bytes.size()) throw std::out_of_range("feature outside the file");
            parsed.features[bit] = Bytes(bytes.begin() + from, bytes.begin() + from + size);
            table += 16;
        }
    }
    while (at < end) {
        std::uint16_t size = order.u16(&bytes.at(at + 6));
        if (size < 8 || at + size > end) throw std::out_of_range("record " + std::to_string(parsed.records.size()));
        Got got{order.u32(&bytes[at]), order.u16(&bytes[at + 4]), Bytes(bytes.begin() + at, bytes.begin() + at + size)};
        std::uint64_t payload = got.type == record::auxtrace ? order.u64(&bytes[at + 8]) : 0;
        at += size + payload;
        if (got.type == record::header_attr) ++parsed.attrs;
        parsed.records.push_back(std::move(got));
    }
    return parsed;
}

static std::string id_line(const Bytes &bytes, ByteOrder order)
{
    auto record = BuildIdRecord::parse(bytes, order);
    return record ? record->id.hex() + " " + std::string(record->name) : "unreadable";
}

std::vector<std::string> ids_in_stream(const Parsed &parsed)
{
    std::vector<std::string> lines;
    for (const Got &one : parsed.of(record::header_build_id)) lines.push_back(id_line(one.bytes, parsed.order));
    return lines;
}

std::vector<std::string> ids_in_table(const Parsed &parsed)
{
    std::vector<std::string> lines;
    auto found = parsed.features.find(feature::build_id);
    if (found == parsed.features.end()) return lines;
    const Bytes &bytes = found->second;
    for (std::size_t at = 0; at + 8 <= bytes.size();) {
        std::size_t size = parsed.order.u16(&bytes[at + 6]);
        lines.push_back(id_line(Bytes(bytes.begin() + at, bytes.begin() + at + size), parsed.order));
        at += size;
    }
    return lines;
}

}  // namespace spile::test
