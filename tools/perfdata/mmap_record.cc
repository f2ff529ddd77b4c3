// SPDX-License-Identifier: GPL-2.0
#include "perfdata/mmap_record.h"

#include <cstring>

#include "perfdata/abi.h"

namespace spile::perfdata {

bool MmapRecord::in_kernel() const noexcept
{
    return cpumode == misc::kernel || cpumode == misc::guest_kernel;
}

bool MmapRecord::in_guest() const noexcept
{
    return cpumode == misc::guest_kernel || cpumode == misc::guest_user;
}

std::optional<MmapRecord> MmapRecord::parse(const Record &record, ByteOrder order)
{
    bool second = record.type == record::mmap2;
    std::size_t name_at = second ? mmap2_at::filename : mmap_at::filename;
    if (record.size <= name_at) return std::nullopt;
    const std::uint8_t *p = record.bytes;
    MmapRecord fields;
    fields.name_at = name_at;
    auto text = reinterpret_cast<const char *>(p + name_at);
    std::size_t room = record.size - name_at, length = ::strnlen(text, room);
    if (length == room) return std::nullopt;
    fields.name = {text, length};
    std::uint16_t bits = order.u16(p + 4);
    fields.cpumode = bits & misc::cpumode_mask;
    fields.pid = static_cast<std::int32_t>(order.u32(p + mmap_at::pid));
    fields.tid = static_cast<std::int32_t>(order.u32(p + mmap_at::tid));
    fields.start = order.u64(p + mmap_at::start);
    fields.length = order.u64(p + mmap_at::len);
    fields.page_offset = order.u64(p + mmap_at::pgoff);
    if (!second) {
        fields.prot = (bits & misc::mmap_data) != 0 ? 0 : prot_exec;
        return fields;
    }
    fields.prot = order.u32(p + mmap2_at::prot);
    fields.flags = order.u32(p + mmap2_at::flags);
    if ((bits & misc::mmap_build_id) != 0) {
        std::size_t size = std::min<std::size_t>(p[mmap2_at::build_id_size], buildid::BuildId::max_bytes);
        fields.id = buildid::BuildId({p + mmap2_at::build_id, size});
    } else {
        fields.file = {order.u32(p + mmap2_at::maj), order.u32(p + mmap2_at::min), order.u64(p + mmap2_at::ino),
                       order.u64(p + mmap2_at::generation)};
    }
    return fields;
}

std::span<const std::uint8_t> trailer_of(const Record &record, std::size_t trailer_bytes, std::size_t name_at)
{
    if (record.size < name_at + trailer_bytes) return {};
    return {record.bytes + record.size - trailer_bytes, trailer_bytes};
}

bool encode_with_build_id(std::vector<std::uint8_t> &to, const Record &record, const MmapRecord &fields,
                          const buildid::BuildId &id, std::span<const std::uint8_t> trailer, ByteOrder order)
{
    std::size_t name_at = id ? mmap2_at::filename : fields.name_at;
    std::size_t name_bytes = (fields.name.size() + 1 + 7) / 8 * 8;
    std::size_t size = name_at + name_bytes + trailer.size();
    if (size > record_max_bytes) return false;
    std::size_t start = to.size();
    to.resize(start + size);
    std::uint8_t *p = to.data() + start;
    std::memcpy(p, record.bytes, fields.name_at);
    order.store(p + 6, static_cast<std::uint16_t>(size));
    if (id) {
        order.store(p, static_cast<std::uint32_t>(record::mmap2));
        std::uint16_t bits = order.u16(record.bytes + 4);
        order.store(p + 4, static_cast<std::uint16_t>(bits | misc::mmap_build_id));
        std::memset(p + mmap2_at::build_id_size, 0, mmap2_at::prot - mmap2_at::build_id_size);
        p[mmap2_at::build_id_size] = id.size;
        std::memcpy(p + mmap2_at::build_id, id.bytes.data(), id.size);
        order.store(p + mmap2_at::prot, fields.prot);
        order.store(p + mmap2_at::flags, fields.flags);
    }
    std::memcpy(p + name_at, fields.name.data(), fields.name.size());
    if (!trailer.empty()) std::memcpy(p + name_at + name_bytes, trailer.data(), trailer.size());
    return true;
}

}  // namespace spile::perfdata
