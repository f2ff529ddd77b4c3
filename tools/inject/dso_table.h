// SPDX-License-Identifier: GPL-2.0
#pragma once
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "buildid/build_id.h"
#include "buildid/dso_kind.h"
#include "perfdata/build_id_record.h"
#include "perfdata/mmap_record.h"

namespace spile::inject {

inline constexpr std::int32_t host_machine = -1;

// An executable, shared object, module or kernel that the recording maps.
struct Dso {
    std::string name;  // as records spell it
    buildid::DsoKind kind = buildid::DsoKind::other;
    std::int32_t machine = host_machine;  // or the process that is the guest
    std::uint16_t cpumode = 0;
    std::int32_t pid = 0;  // the last process to map it: in whose mount namespace it is read
    perfdata::FileIdentity file;
    buildid::BuildId id;
    bool from_table = false;  // the id stood in the recording's own table
    bool hit = false;
    bool announced = false;   // a HEADER_BUILD_ID record for it is in the stream
    bool looked_up = false;
    bool mapped = false;
};

// All DSOs of a recording, in the order in which they appear: those of its table
// of ids first. One name can mean several files (a binary that was replaced
// while the recording ran): they are told apart by inode.
class DsoTable {
public:
    using Index = std::uint32_t;

    // The DSO of a mapping; made when it is new.
    [[nodiscard]] Index of(const perfdata::MmapRecord &fields);
    // The DSO that an id is stated for, in the table of ids or in the stream.
    [[nodiscard]] Index of(const perfdata::BuildIdRecord &record);

    [[nodiscard]] Dso &operator[](Index index) noexcept { return dsos_[index]; }
    [[nodiscard]] const std::deque<Dso> &all() const noexcept { return dsos_; }
    [[nodiscard]] std::deque<Dso> &all() noexcept { return dsos_; }

    // The id that the table of ids gives to this name, whatever its inode.
    [[nodiscard]] const buildid::BuildId *table_id(const Dso &dso) const;

private:
    struct Key {
        std::int32_t machine;
        std::string name;
        friend bool operator==(const Key &, const Key &) = default;
    };
    struct Hash {
        std::size_t operator()(const Key &key) const noexcept
        {
            return std::hash<std::string>{}(key.name) * 31 + static_cast<std::uint32_t>(key.machine);
        }
    };
    [[nodiscard]] Index find_or_add(Dso &&dso, std::string key);

    std::deque<Dso> dsos_;
    std::unordered_map<Key, std::vector<Index>, Hash> by_key_;
};

}  // namespace spile::inject
