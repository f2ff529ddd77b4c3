// SPDX-License-Identifier: GPL-2.0
#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "perfdata/abi.h"
#include "perfdata/byte_order.h"

namespace spile::test {

using Bytes = std::vector<std::uint8_t>;

// Makes recordings, in either byte order and mode.
class Recording {
public:
    explicit Recording(bool swapped = false) : order_(swapped) {}

    static constexpr std::uint64_t usual_sample_type =
        perfdata::sample::identifier | perfdata::sample::ip | perfdata::sample::tid | perfdata::sample::time;

    // Events: attribute with these ids. The first one's layout is used by the records below.
    Recording &event(std::uint64_t sample_type = usual_sample_type, std::vector<std::uint64_t> ids = {7});
    Recording &feature(unsigned id, Bytes bytes);
    Recording &feature_text(unsigned id, const std::string &text);

    struct Map {
        std::int32_t pid = 100;
        std::uint64_t start = 0x400000, length = 0x1000;
        std::string name = "/bin/true";
        std::uint64_t time = 0, inode = 1;
        std::uint16_t misc = perfdata::misc::user;
        std::uint32_t prot = 5, flags = 2;
        Bytes build_id;
    };
    Recording &mmap2(const Map &map);
    Recording &mmap(const Map &map);
    Recording &fork(std::int32_t pid, std::int32_t parent, std::uint64_t time, std::uint16_t misc = 0);
    struct Sample {
        std::int32_t pid = 100;
        std::uint64_t ip = 0x400010, time = 1, id = 7;
        std::uint16_t misc = perfdata::misc::user;
        std::vector<std::uint64_t> chain;  // written when the event has callchains
    };
    Recording &sample(const Sample &sample);
    Recording &round();
    Recording &record(std::uint32_t type, std::uint16_t misc, const Bytes &payload);
    Recording &bytes(const Bytes &more);

    [[nodiscard]] Bytes pipe() const;
    [[nodiscard]] Bytes file() const;
    [[nodiscard]] const Bytes &records() const { return records_; }
    [[nodiscard]] perfdata::ByteOrder order() const { return order_; }

private:
    template <typename T>
    void put(Bytes &to, T value) const;
    void put_trailer(Bytes &to, std::int32_t pid, std::uint64_t time) const;
    void put_name(Bytes &to, const std::string &name) const;

    struct Event {
        Bytes attr;
        std::vector<std::uint64_t> ids;
        std::uint64_t sample_type;
    };
    perfdata::ByteOrder order_;
    std::vector<Event> events_;
    std::map<unsigned, Bytes> features_;
    Bytes records_;
};

// A record of an output, apart.
struct Got {
    std::uint32_t type;
    std::uint16_t misc;
    Bytes bytes;  // header included
};

// A recording taken apart again, in either mode.
struct Parsed {
    perfdata::ByteOrder order;
    std::vector<Got> records;
    std::map<unsigned, Bytes> features;
    std::size_t attrs = 0;

    [[nodiscard]] std::vector<Got> of(std::uint32_t type) const;
};
[[nodiscard]] Parsed parse(const Bytes &bytes);

// "id name" of each HEADER_BUILD_ID in the stream, and of a table of ids.
[[nodiscard]] std::vector<std::string> ids_in_stream(const Parsed &parsed);
[[nodiscard]] std::vector<std::string> ids_in_table(const Parsed &parsed);

}  // namespace spile::test
