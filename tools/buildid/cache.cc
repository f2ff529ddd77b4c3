// SPDX-License-Identifier: GPL-2.0
#include "buildid/cache.h"

#include <cerrno>
#include <unistd.h>

#include "buildid/elf_note.h"
#include "buildid/module_image.h"
#include "buildid/running_kernel.h"

namespace spile::buildid {

// Views of guests' files are told apart from those of processes by this.
static constexpr std::uint64_t guest_view = std::uint64_t{1} << 63;

Found Cache::read_file(const std::string &path, std::int32_t pid)
{
    ++files_read_;
    int fd = files_.open(path, pid);
    if (fd < 0) return {{}, Missing::unreadable, errno};
    BuildId id;
    Compression compression = compression_of(path);
    if (compression != Compression::none) {
        auto bytes = unpack(fd, compression);
        MemoryImage image(bytes);
        id = read_elf_note(image);
    }
    // A file may be called .gz and be none.
    if (!id) {
        FileImage image(fd);
        id = read_elf_note(image);
    }
    ::close(fd);
    return {id, id ? Missing::none : Missing::no_note, 0};
}

Found Cache::read(const std::string &name, DsoKind kind, std::int32_t pid)
{
    auto here = [this](BuildId id) {
        if (!same_kernel_) return Found{{}, Missing::not_here, 0};
        return Found{id, id ? Missing::none : Missing::no_note, 0};
    };
    switch (kind) {
    case DsoKind::file: return read_file(name, pid);
    case DsoKind::module:
        if (name.starts_with("/")) return read_file(name, 0);
        if (name.size() > 2 && name.ends_with("]")) return here(module_build_id(std::string_view(name).substr(1, name.size() - 2)));
        break;
    case DsoKind::kernel: return here(kernel_build_id());
    case DsoKind::vdso: return here(vdso_build_id());
    case DsoKind::vdso32: return here(vdso32_build_id());
    case DsoKind::guest_kernel:
    case DsoKind::memory:
    case DsoKind::device:
    case DsoKind::other: break;
    }
    return {{}, Missing::not_here, 0};
}

const Found &Cache::find(std::string_view name, DsoKind kind, std::int32_t pid)
{
    std::uint64_t view = kind == DsoKind::file ? files_.view_of(pid) : 0;
    auto [found, fresh] = found_.try_emplace(Key{view & ~guest_view, std::string(name)});
    if (fresh) found->second = read(found->first.name, kind, pid);
    return found->second;
}

const Found &Cache::find_in_guest(std::string_view name, DsoKind kind, std::int32_t guest_pid)
{
    Key key{guest_view | static_cast<std::uint32_t>(guest_pid), std::string(name)};
    auto found = found_.find(key);
    if (found != found_.end()) return found->second;
    Found result{{}, Missing::not_here, 0};
    if (!guest_mount_.empty()) {
        std::string root = guest_mount_ + "/" + std::to_string(guest_pid);
        if (kind == DsoKind::guest_kernel) {
            BuildId id = kernel_build_id(root);
            result = {id, id ? Missing::none : Missing::no_note, 0};
        } else if (name.starts_with("/")) {
            result = read_file(root + key.name, 0);
        }
    }
    return found_.emplace(std::move(key), result).first->second;
}

}  // namespace spile::buildid
