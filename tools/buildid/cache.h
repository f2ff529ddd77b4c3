// SPDX-License-Identifier: GPL-2.0
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

#include "buildid/build_id.h"
#include "buildid/dso_kind.h"
#include "buildid/process_files.h"

namespace spile::buildid {

// Why there is no id.
enum class Missing : std::uint8_t { none, unreadable, no_note, not_here };

struct Found {
    BuildId id;
    Missing missing = Missing::none;
    int error = 0;  // errno for `unreadable`
};

// Build-ids by name. Each file is read once per view of the file system,
// whatever the outcome.
class Cache {
public:
    // Whether the running kernel is the one that was recorded: without that, its
    // own ids (kernel, vdso, modules without a path) are not given out.
    void set_same_kernel(bool same) noexcept { same_kernel_ = same; }
    // Where guests' files are: below `directory`/PID. Empty: nowhere.
    void set_guest_mount(std::string directory) { guest_mount_ = std::move(directory); }

    // `pid` is a process that has the file mapped, for its mount namespace.
    [[nodiscard]] const Found &find(std::string_view name, DsoKind kind, std::int32_t pid);
    // A file of guest `pid`, or its kernel when kind is guest_kernel.
    [[nodiscard]] const Found &find_in_guest(std::string_view name, DsoKind kind, std::int32_t guest_pid);

    // Files opened so far.
    [[nodiscard]] std::uint64_t files_read() const noexcept { return files_read_; }

private:
    Found read(const std::string &name, DsoKind kind, std::int32_t pid);
    Found read_file(const std::string &path, std::int32_t pid);

    struct Key {
        std::uint64_t view;
        std::string name;
        friend bool operator==(const Key &, const Key &) = default;
    };
    struct Hash {
        std::size_t operator()(const Key &key) const noexcept
        {
            return std::hash<std::string>{}(key.name) ^ key.view;
        }
    };

    std::unordered_map<Key, Found, Hash> found_;
    ProcessFiles files_;
    std::string guest_mount_;
    std::uint64_t files_read_ = 0;
    bool same_kernel_ = true;
};

}  // namespace spile::buildid
