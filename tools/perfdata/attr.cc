// SPDX-License-Identifier: GPL-2.0
#include "perfdata/attr.h"

#include <string>

#include "perfdata/abi.h"
#include "perfdata/error.h"

namespace spile::perfdata {

EventAttr EventAttr::parse(std::span<const std::uint8_t> bytes, ByteOrder order)
{
    if (bytes.size() < attr_at::bytes_v0)
        throw Error(Fault::damaged, "event attribute of " + std::to_string(bytes.size()) + " bytes, expected at least 64");
    EventAttr attr;
    attr.bytes.assign(bytes.begin(), bytes.end());
    attr.sample_type = order.u64(bytes.data() + attr_at::sample_type);
    attr.read_format = order.u64(bytes.data() + attr_at::read_format);
    // Compilers allot bit-fields from the top on big-endian machines.
    std::uint64_t flags = order.u64(bytes.data() + attr_at::flags);
    unsigned bit = order.big() ? 63 - attr_at::sample_id_all_bit : attr_at::sample_id_all_bit;
    attr.sample_id_all = (flags >> bit & 1) != 0;
    return attr;
}

// The parts of a record behind these do not move the ones that are looked at.
static constexpr std::uint64_t placed = sample::identifier | sample::ip | sample::tid | sample::time | sample::addr |
                                        sample::id | sample::stream_id | sample::cpu | sample::period | sample::read |
                                        sample::callchain;

SampleLayout::SampleLayout(const EventAttr &attr) : sample_type(attr.sample_type & placed), read_format(attr.read_format & 0x1f)
{
    std::int16_t at = record_header_bytes;
    auto next = [&](std::uint64_t bit, std::int16_t *where) {
        if ((sample_type & bit) == 0) return;
        if (where != nullptr) *where = at;
        at += 8;
    };
    next(sample::identifier, &identifier);
    next(sample::ip, &ip);
    next(sample::tid, &tid);
    next(sample::time, &time);
    next(sample::addr, nullptr);
    next(sample::id, &id);
    next(sample::stream_id, nullptr);
    next(sample::cpu, nullptr);
    next(sample::period, nullptr);
    variable = at;
    has_read = (sample_type & sample::read) != 0;
    has_callchain = (sample_type & sample::callchain) != 0;

    if (!attr.sample_id_all) return;
    // The trailer holds the fields in this order; counted from its end.
    std::int16_t back = 0;
    auto before = [&](std::uint64_t bit, std::int16_t *where) {
        if ((sample_type & bit) == 0) return;
        back += 8;
        if (where != nullptr) *where = back;
    };
    before(sample::identifier, &trailer_identifier);
    before(sample::cpu, nullptr);
    before(sample::stream_id, nullptr);
    before(sample::id, &trailer_id);
    before(sample::time, &trailer_time);
    before(sample::tid, nullptr);
    trailer_bytes = back;
}

// The size of the PERF_SAMPLE_READ part at `p`, or 0 when it does not fit.
static std::size_t read_part_bytes(const std::uint8_t *p, std::size_t room, std::uint64_t format, ByteOrder order)
{
    if (room < 8) return 0;
    std::size_t times = 8 * (((format & read_format::total_time_enabled) != 0) +
                             ((format & read_format::total_time_running) != 0));
    std::size_t value = 8 * (1 + ((format & read_format::id) != 0) + ((format & read_format::lost) != 0));
    if ((format & read_format::group) == 0) return times + value;
    std::uint64_t count = order.u64(p);
    if (count > room / value) return 0;
    return 8 + times + static_cast<std::size_t>(count) * value;
}

SampleLayout::Callchain SampleLayout::callchain(const std::uint8_t *record, std::size_t size, ByteOrder order) const noexcept
{
    if (!has_callchain) return {};
    std::size_t at = static_cast<std::size_t>(variable);
    if (size < at + 8) return {};
    if (has_read) {
        std::size_t bytes = read_part_bytes(record + at, size - at, read_format, order);
        if (bytes == 0 || size - at < bytes + 8) return {};
        at += bytes;
    }
    std::uint64_t count = order.u64(record + at);
    if (count > (size - at - 8) / 8) return {};
    return {record + at + 8, count};
}

}  // namespace spile::perfdata
