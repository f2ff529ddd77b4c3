// SPDX-License-Identifier: GPL-2.0
// Session's part for the records that the recording tool writes (types from 64 on).
#include "inject/session.h"

#include <algorithm>
#include <string>

#include "perfdata/abi.h"
#include "perfdata/error.h"

namespace spile::inject {

using perfdata::Error;
using perfdata::Fault;
using perfdata::Record;
namespace record = perfdata::record;
namespace feature = perfdata::feature;

static perfdata::EventAttr parse_attr_record(const Record &record, perfdata::ByteOrder order)
{
    std::span<const std::uint8_t> bytes(record.bytes, record.size);
    bytes = bytes.subspan(perfdata::record_header_bytes);
    if (bytes.size() < perfdata::attr_at::bytes_v0)
        throw Error(Fault::damaged, "damaged HEADER_ATTR record: " + std::to_string(record.size) +
                                        " bytes, expected at least 72");
    std::size_t size = order.u32(bytes.data() + perfdata::attr_at::size);
    size = std::clamp<std::size_t>(size, perfdata::attr_at::bytes_v0, bytes.size());
    perfdata::EventAttr attr = perfdata::EventAttr::parse(bytes.first(size), order);
    for (; size + 8 <= bytes.size(); size += 8) attr.ids.push_back(order.u64(bytes.data() + size));
    return attr;
}

void Session::on_tool_record(const Record &shown)
{
    const std::uint8_t *bytes = shown.bytes;
    std::span<const std::uint8_t> whole(bytes, shown.size);
    switch (shown.type) {
    case record::header_attr:
        if (input_.pipe_mode()) marker_.add_event(parse_attr_record(shown, order_));
        break;
    case record::header_feature:
        if (shown.size >= perfdata::feature_at::data) {
            auto data = whole.subspan(perfdata::feature_at::data);
            std::uint64_t which = order_.u64(bytes + perfdata::feature_at::id);
            if (which == feature::osrelease) marker_.set_release(perfdata::parse_feature_string(data, order_));
            if (which == feature::version) marker_.set_recorder(perfdata::parse_feature_string(data, order_));
        }
        break;
    case record::header_build_id: marker_.on_build_id(shown, order_); break;
    case record::finished_round:
        if (options_.by_hit()) end_round();
        break;
    case record::header_tracing_data:
        if (shown.size >= 12) payload_left_ = order_.u32(bytes + 8);
        break;
    case record::auxtrace:
        if (shown.size >= 16) payload_left_ = order_.u64(bytes + perfdata::auxtrace_at::size);
        write_run();
        aux_index_.push_back({output_.offset(), shown.size + payload_left_});
        break;
    case record::compressed: on_compressed(shown, 8, shown.size - 8u); return;
    case record::compressed2: {
        if (shown.size < 16) break;
        std::size_t room = shown.size - 16u;
        on_compressed(shown, 16, static_cast<std::size_t>(std::min<std::uint64_t>(room, order_.u64(bytes + 8))));
        return;
    }
    default: break;
    }
    emit(shown);
}

// The records inside take the place of the compressed one.
void Session::on_compressed(const Record &shown, std::size_t data_at, std::size_t data_bytes)
{
    if (in_inside_) throw Error(Fault::damaged, "damaged compressed record: it holds a compressed record");
    write_run();
    --events_;
    if (!inside_) inside_ = std::make_unique<perfdata::RecordStream>(decompressor_, pool_, order_, 0);
    decompressor_.feed({shown.bytes + data_at, data_bytes});
    in_inside_ = true;
    while (inside_->fill()) {
        consume(*inside_);
        write_run();
        output_.settle();
        if (options_.by_hit()) keep_window_bounded();
    }
    in_inside_ = false;
}

}  // namespace spile::inject
