// SPDX-License-Identifier: GPL-2.0
#include "perfdata/file_header.h"

#include <bit>
#include <cerrno>
#include <cstring>
#include <string>
#include <unistd.h>

#include "perfdata/error.h"

namespace spile::perfdata {

unsigned FeatureSet::count() const noexcept
{
    unsigned n = 0;
    for (std::uint64_t word : words_) n += static_cast<unsigned>(std::popcount(word));
    return n;
}

void FeatureSet::load(const std::uint8_t *p, ByteOrder order)
{
    for (auto &word : words_) word = order.u64(p), p += 8;
    // The bitmap is an array of `unsigned long`; a 32-bit big-endian machine
    // stores its halves the other way round. HOSTNAME is always recorded, so it
    // tells.
    if (has(3)) return;
    if (order.big()) {
        for (auto &word : words_) word = std::rotl(word, 32);
        if (has(3)) return;
        for (auto &word : words_) word = std::rotl(word, 32);
    }
}

void FeatureSet::store(std::uint8_t *p, ByteOrder order) const
{
    for (auto word : words_) order.store(p, word), p += 8;
}

static Section load_section(const std::uint8_t *p, ByteOrder order)
{
    return {order.u64(p), order.u64(p + 8)};
}

static void store_section(std::uint8_t *p, Section section, ByteOrder order)
{
    order.store(p, section.offset);
    order.store(p + 8, section.size);
}

FileHeader FileHeader::parse(std::span<const std::uint8_t> bytes, ByteOrder order)
{
    FileHeader header;
    const std::uint8_t *p = bytes.data();
    header.attr_entry_bytes = order.u64(p + 16);
    header.attrs = load_section(p + 24, order);
    header.data = load_section(p + 40, order);
    header.event_types = load_section(p + 56, order);
    if (bytes.size() >= file_header_bytes) header.features.load(p + 72, order);
    return header;
}

std::array<std::uint8_t, file_header_bytes> FileHeader::encode(ByteOrder order) const
{
    std::array<std::uint8_t, file_header_bytes> bytes{};
    std::uint8_t *p = bytes.data();
    order.store(p, magic_v2);
    order.store(p + 8, std::uint64_t{file_header_bytes});
    order.store(p + 16, attr_entry_bytes);
    store_section(p + 24, attrs, order);
    store_section(p + 40, data, order);
    store_section(p + 56, event_types, order);
    features.store(p + 72, order);
    return bytes;
}

Preamble Preamble::parse(std::span<const std::uint8_t> bytes)
{
    if (bytes.size() < pipe_header_bytes)
        throw Error(Fault::not_perf_data, "not a perf.data file: only " + std::to_string(bytes.size()) +
                                              " bytes, expected at least 16");
    ByteOrder native;
    std::uint64_t magic = native.u64(bytes.data());
    if (magic == magic_v1 || magic == byte_swapped(magic_v1))
        throw Error(Fault::unsupported, "perf.data of version 1 (PERFFILE): expected version 2 (PERFILE2)");
    if (magic != magic_v2 && magic != byte_swapped(magic_v2))
        throw Error(Fault::not_perf_data, "not a perf.data file: it does not begin with PERFILE2");
    Preamble preamble;
    preamble.order = ByteOrder(magic != magic_v2);
    preamble.header_bytes = preamble.order.u64(bytes.data() + 8);
    if (preamble.header_bytes != pipe_header_bytes && preamble.header_bytes != old_file_header_bytes &&
        preamble.header_bytes != file_header_bytes)
        throw Error(Fault::damaged, "damaged header at byte 8: header size " + std::to_string(preamble.header_bytes) +
                                        ", expected 16 (pipe mode), 72 or 104 (file mode)");
    return preamble;
}

std::array<std::uint8_t, pipe_header_bytes> Preamble::encode_pipe(ByteOrder order)
{
    std::array<std::uint8_t, pipe_header_bytes> bytes{};
    order.store(bytes.data(), magic_v2);
    order.store(bytes.data() + 8, std::uint64_t{pipe_header_bytes});
    return bytes;
}

static constexpr std::uint64_t largest_section = 256 * 1024 * 1024;

std::vector<std::uint8_t> read_section(int fd, Section section, std::uint64_t file_bytes, const char *what)
{
    if (section.offset > file_bytes || section.size > file_bytes - section.offset)
        throw Error(Fault::truncated, std::string("truncated at byte ") + std::to_string(file_bytes) + ": " + what +
                                          " should span " + std::to_string(section.size) + " bytes from byte " +
                                          std::to_string(section.offset));
    // A file may be sparse: its length is no promise of bytes.
    if (section.size > largest_section)
        throw Error(Fault::damaged, std::string("damaged: ") + what + " of " + std::to_string(section.size) +
                                        " bytes, expected at most " + std::to_string(largest_section));
    std::vector<std::uint8_t> bytes(section.size);
    std::size_t done = 0;
    while (done < bytes.size()) {
        ssize_t got = ::pread(fd, bytes.data() + done, bytes.size() - done, static_cast<off_t>(section.offset + done));
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) throw Error(Fault::io, std::string("reading ") + what + ": " + std::strerror(errno));
        if (got == 0)
            throw Error(Fault::truncated, "truncated at byte " + std::to_string(section.offset + done) + " inside " + what);
        done += static_cast<std::size_t>(got);
    }
    return bytes;
}

std::vector<EventAttr> read_attrs(int fd, const FileHeader &header, ByteOrder order, std::uint64_t file_bytes)
{
    constexpr std::uint64_t ids_section_bytes = 16, largest_attr = 64 * 1024;
    std::uint64_t entry = header.attr_entry_bytes;
    if (entry < attr_at::bytes_v0 + ids_section_bytes || entry > largest_attr)
        throw Error(Fault::damaged, "damaged header at byte 16: attribute size " + std::to_string(entry) +
                                        ", expected 80 to 65536");
    if (header.attrs.size % entry != 0)
        throw Error(Fault::damaged, "damaged header at byte 32: attributes of " + std::to_string(header.attrs.size) +
                                        " bytes are no multiple of " + std::to_string(entry));
    auto bytes = read_section(fd, header.attrs, file_bytes, "the event attributes");
    std::vector<EventAttr> attrs;
    std::uint64_t ids_budget = file_bytes;
    for (std::size_t at = 0; at < bytes.size(); at += entry) {
        std::span<const std::uint8_t> one(bytes.data() + at, entry);
        EventAttr attr = EventAttr::parse(one.first(entry - ids_section_bytes), order);
        Section ids = load_section(one.data() + entry - ids_section_bytes, order);
        if (ids.size > ids_budget)
            throw Error(Fault::damaged, "damaged attribute " + std::to_string(attrs.size()) + ": " +
                                            std::to_string(ids.size) + " bytes of ids, more than the file holds");
        ids_budget -= ids.size;
        auto id_bytes = read_section(fd, ids, file_bytes, "the ids of an event");
        for (std::size_t i = 0; i + 8 <= id_bytes.size(); i += 8) attr.ids.push_back(order.u64(id_bytes.data() + i));
        attrs.push_back(std::move(attr));
    }
    return attrs;
}

}  // namespace spile::perfdata
