// SPDX-License-Identifier: GPL-2.0
#pragma once
#include <cstdint>
#include <string>
#include <unordered_map>

namespace spile::buildid {

// Opens files as a recorded process saw them: in its mount namespace and below
// its root, while it still lives; otherwise, and for a process that shares ours,
// in our own.
class ProcessFiles {
public:
    ProcessFiles() = default;
    ProcessFiles(const ProcessFiles &) = delete;
    ProcessFiles &operator=(const ProcessFiles &) = delete;
    ~ProcessFiles();

    // A descriptor of a regular file, or -1 with errno set. Devices, FIFOs and
    // sockets are refused without being opened for reading: that could act or block.
    [[nodiscard]] int open(const std::string &path, std::int32_t pid);

    // Tells views apart: equal for processes that see the same files. 0 is ours.
    [[nodiscard]] std::uint64_t view_of(std::int32_t pid);

private:
    struct View {
        std::uint64_t mount_namespace = 0;  // 0: ours
        int root_fd = -1;
    };
    const View &view(std::int32_t pid);
    std::uint64_t our_namespace();
    // Beside the root of the process: the root of its whole namespace.
    int open_in_namespace(const std::string &path, std::int32_t pid);

    std::unordered_map<std::int32_t, View> views_;
    std::uint64_t our_namespace_ = 0;
    std::int32_t last_pid_ = 0;
    const View *last_view_ = nullptr;
};

}  // namespace spile::buildid
