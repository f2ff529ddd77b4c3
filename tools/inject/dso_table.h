// SPDX-License-Identifier: GPL-2.0
#pragma once
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>

#include "buildid/build_id.h"
#include "buildid/dso_kind.h"
#include "perfdata/build_id_record.h"
#include "perfdata/mmap_record.h"

namespace spile::inject {

inline constexpr std::int32_t host_machine = -1;

// An executable, shared object, module or kernel that the recording maps.
struct Dso {
    std::string name;  // as records spell it
    std::string key;   // what it is known by, where that is not its name
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
    std::uint32_t next_of_name = ~0u;  // another file of the same name
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
    // The strings are those of the DSO, which stays where it is.
    struct Key {
        std::int32_t machine;
        std::string_view name;
        friend bool operator==(const Key &, const Key &) = default;
    };
    struct Hash {
        std::size_t operator()(const Key &key) const noexcept
        {
            return std::hash<std::string_view>{}(key.name) * 31 + static_cast<std::uint32_t>(key.machine);
        }
    };
    static constexpr Index none = ~Index{0};

    // The DSO of this name and file; `make` fills in a new one.
    template <typename Make>
    [[nodiscard]] Index find_or_add(std::int32_t machine, std::string_view key, const perfdata::FileIdentity &file, Make &&make);

    std::deque<Dso> dsos_;
    std::unordered_map<Key, Index, Hash> first_of_key_;
    // Files of a name that has very many (memfds do): not in the chain, but here.
    struct FileKey {
        Index first;
        perfdata::FileIdentity file;
        friend bool operator==(const FileKey &, const FileKey &) = default;
    };
    struct FileHash {
        std::size_t operator()(const FileKey &key) const noexcept
        {
            return (key.file.inode * 0x9e3779b97f4a7c15 + key.file.generation) ^ key.file.major << 8 ^ key.file.minor ^ key.first;
        }
    };
    static constexpr unsigned longest_chain = 16;
    std::unordered_map<FileKey, Index, FileHash> beyond_chain_;
};

}  // namespace spile::inject
