// SPDX-License-Identifier: GPL-2.0
#include "perfdata/build_id_record.h"

#include <cstring>

#include "perfdata/abi.h"

namespace spile::perfdata {

std::optional<BuildIdRecord> BuildIdRecord::parse(std::span<const std::uint8_t> bytes, ByteOrder order)
{
    if (bytes.size() < build_id_at::filename) return std::nullopt;
    const std::uint8_t *p = bytes.data();
    std::uint16_t bits = order.u16(p + 4);
    BuildIdRecord record;
    record.pid = static_cast<std::int32_t>(order.u32(p + build_id_at::pid));
    record.cpumode = bits & misc::cpumode_mask;
    std::size_t size = buildid::BuildId::max_bytes;
    if ((bits & misc::build_id_size) != 0) size = std::min<std::size_t>(size, p[build_id_at::size]);
    record.id = buildid::BuildId(bytes.subspan(build_id_at::id, size));
    auto text = reinterpret_cast<const char *>(p + build_id_at::filename);
    record.name = {text, ::strnlen(text, bytes.size() - build_id_at::filename)};
    return record;
}

bool BuildIdRecord::encode(std::vector<std::uint8_t> &to, std::uint32_t type, ByteOrder order) const
{
    // Other readers expect names padded to 64 bytes, as the tool writes them.
    std::size_t name_bytes = (name.size() + 1 + 63) / 64 * 64;
    std::size_t size = build_id_at::filename + name_bytes;
    if (size > record_max_bytes) return false;
    std::size_t start = to.size();
    to.resize(start + size);
    std::uint8_t *p = to.data() + start;
    order.store(p, type);
    order.store(p + 4, static_cast<std::uint16_t>(cpumode | misc::build_id_size));
    order.store(p + 6, static_cast<std::uint16_t>(size));
    order.store(p + build_id_at::pid, static_cast<std::uint32_t>(pid));
    std::memcpy(p + build_id_at::id, id.bytes.data(), id.size);
    p[build_id_at::size] = id.size;
    std::memcpy(p + build_id_at::filename, name.data(), name.size());
    return true;
}

}  // namespace spile::perfdata
