// SPDX-License-Identifier: GPL-2.0
#include "buildid/elf_note.h"

#include <cstring>
#include <elf.h>

#include "perfdata/byte_order.h"

namespace spile::buildid {

using perfdata::ByteOrder;

static constexpr std::uint32_t note_gnu_build_id = 3;
static constexpr unsigned max_headers = 4096;      // program headers or sections looked at
static constexpr std::size_t max_notes_bytes = 64 * 1024;

std::span<const std::uint8_t> MemoryImage::view(std::uint64_t offset, std::size_t size)
{
    if (offset >= bytes_.size()) return {};
    return bytes_.subspan(offset, std::min(size, bytes_.size() - static_cast<std::size_t>(offset)));
}

BuildId find_in_notes(std::span<const std::uint8_t> notes, bool swapped, std::size_t align)
{
    ByteOrder order(swapped);
    auto padded = [align](std::size_t n) { return (n + align - 1) & ~(align - 1); };
    while (notes.size() >= 12) {
        std::uint32_t name_bytes = order.u32(notes.data());
        std::uint32_t id_bytes = order.u32(notes.data() + 4);
        std::uint32_t type = order.u32(notes.data() + 8);
        // Sizes are u32, so the sums below cannot wrap a size_t of 64 bits.
        std::size_t id_at = padded(std::size_t{12} + name_bytes);
        if (id_at > notes.size() || id_bytes > notes.size() - id_at) return {};
        if (type == note_gnu_build_id && name_bytes == 4 && std::memcmp(notes.data() + 12, "GNU", 4) == 0 && id_bytes > 0)
            return BuildId(notes.subspan(id_at, id_bytes));
        std::size_t next = padded(id_at + id_bytes);
        if (next > notes.size()) return {};
        notes = notes.subspan(next);
    }
    return {};
}

namespace {

// The few fields of either class, widened.
struct Layout {
    bool wide;
    ByteOrder order;

    [[nodiscard]] std::uint64_t word(const std::uint8_t *p, std::size_t at32, std::size_t at64) const
    {
        return wide ? order.u64(p + at64) : order.u32(p + at32);
    }
};

struct Table {
    std::uint64_t offset;
    unsigned count;
    std::size_t entry;
};

struct Range {
    std::uint64_t offset, size, align;
};

BuildId notes_at(Image &image, Range range, const Layout &layout)
{
    std::size_t size = static_cast<std::size_t>(std::min<std::uint64_t>(range.size, max_notes_bytes));
    auto notes = image.view(range.offset, size);
    return find_in_notes(notes, layout.order.swapped(), range.align == 8 ? 8 : 4);
}

BuildId in_segments(Image &image, const Layout &layout, Table table)
{
    for (unsigned i = 0; i < table.count; ++i) {
        auto header = image.view(table.offset + std::uint64_t{i} * table.entry, table.entry);
        if (header.size() < table.entry) return {};
        const std::uint8_t *p = header.data();
        if (layout.order.u32(p) != PT_NOTE) continue;
        Range range{layout.word(p, 4, 8), layout.word(p, 16, 32), layout.word(p, 28, 48)};
        if (BuildId id = notes_at(image, range, layout)) return id;
    }
    return {};
}

BuildId in_sections(Image &image, const Layout &layout, Table table)
{
    for (unsigned i = 0; i < table.count; ++i) {
        auto header = image.view(table.offset + std::uint64_t{i} * table.entry, table.entry);
        if (header.size() < table.entry) return {};
        const std::uint8_t *p = header.data();
        if (layout.order.u32(p + 4) != SHT_NOTE) continue;
        Range range{layout.word(p, 16, 24), layout.word(p, 20, 32), layout.word(p, 32, 48)};
        if (BuildId id = notes_at(image, range, layout)) return id;
    }
    return {};
}

}  // namespace

BuildId read_elf_note(Image &image)
{
    auto head = image.view(0, sizeof(Elf64_Ehdr));
    if (head.size() < sizeof(Elf32_Ehdr) || std::memcmp(head.data(), ELFMAG, SELFMAG) != 0) return {};
    const std::uint8_t *p = head.data();
    if (p[EI_CLASS] != ELFCLASS32 && p[EI_CLASS] != ELFCLASS64) return {};
    if (p[EI_DATA] != ELFDATA2LSB && p[EI_DATA] != ELFDATA2MSB) return {};
    bool big = p[EI_DATA] == ELFDATA2MSB;
    Layout layout{p[EI_CLASS] == ELFCLASS64, ByteOrder(big != (std::endian::native == std::endian::big))};
    if (layout.wide && head.size() < sizeof(Elf64_Ehdr)) return {};

    std::size_t counts = layout.wide ? 54 : 42;  // e_phentsize, e_phnum, e_shentsize, e_shnum follow each other
    Table segments{layout.word(p, 28, 32), layout.order.u16(p + counts + 2), layout.order.u16(p + counts)};
    Table sections{layout.word(p, 32, 40), layout.order.u16(p + counts + 6), layout.order.u16(p + counts + 4)};
    segments.count = std::min(segments.count, max_headers);
    sections.count = std::min(sections.count, max_headers);

    if (segments.entry == (layout.wide ? sizeof(Elf64_Phdr) : sizeof(Elf32_Phdr)))
        if (BuildId id = in_segments(image, layout, segments)) return id;
    if (sections.entry == (layout.wide ? sizeof(Elf64_Shdr) : sizeof(Elf32_Shdr)))
        return in_sections(image, layout, sections);
    return {};
}

}  // namespace spile::buildid
