// SPDX-License-Identifier: GPL-2.0
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "perfdata/byte_order.h"

namespace spile::perfdata {

// One event that was recorded: the fields of its perf_event_attr that a reader
// needs, its bytes as they were, and the ids of its counters.
// Source: linux/perf_event.h, struct perf_event_attr.
struct EventAttr {
    std::vector<std::uint8_t> bytes;  // in the recording's byte order
    std::vector<std::uint64_t> ids;
    std::uint64_t sample_type = 0;  // bits of perfdata::sample
    std::uint64_t read_format = 0;
    bool sample_id_all = false;  // records other than samples end in a sample-id trailer

    // Throws Error(Fault::damaged) when `bytes` is shorter than the first
    // published perf_event_attr (64 bytes).
    [[nodiscard]] static EventAttr parse(std::span<const std::uint8_t> bytes, ByteOrder order);
};

// Where the fields that ordering and address look-up need lie in the records of
// one event. Offsets are bytes; -1 means that the field was not recorded.
class SampleLayout {
public:
    SampleLayout() = default;
    SampleLayout(const EventAttr &attr);

    // From the start of a SAMPLE record.
    std::int16_t identifier = -1, ip = -1, tid = -1, time = -1, id = -1;
    std::int16_t variable = 0;  // where the parts of varying size (read, callchain, ...) begin
    // From the end of any other record, counted backwards: the field is at size - x.
    std::int16_t trailer_time = -1, trailer_identifier = -1, trailer_id = -1;
    std::int16_t trailer_bytes = 0;
    bool has_read = false, has_callchain = false;
    std::uint64_t sample_type = 0;
    std::uint64_t read_format = 0;

    // The callchain of a SAMPLE record, as `count` u64 values at `first`; empty
    // when there is none or the record is too short for what it claims.
    struct Callchain {
        const std::uint8_t *first = nullptr;
        std::uint64_t count = 0;
    };
    [[nodiscard]] Callchain callchain(const std::uint8_t *record, std::size_t size, ByteOrder order) const noexcept;

    friend bool operator==(const SampleLayout &, const SampleLayout &) = default;
};

}  // namespace spile::perfdata
