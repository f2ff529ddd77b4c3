// SPDX-License-Identifier: GPL-2.0
#include "buildid/running_kernel.h"

#include <fcntl.h>
#include <sys/auxv.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "buildid/elf_note.h"

namespace spile::buildid {

static BuildId notes_file(const std::string &path)
{
    int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (fd < 0) return {};
    std::uint8_t bytes[16 * 1024];
    ssize_t got = ::read(fd, bytes, sizeof bytes);
    ::close(fd);
    if (got <= 0) return {};
    return find_in_notes({bytes, static_cast<std::size_t>(got)}, false);
}

BuildId kernel_build_id(const std::string &root)
{
    return notes_file(root + "/sys/kernel/notes");
}

BuildId module_build_id(std::string_view name)
{
    if (name.empty() || name.find('/') != name.npos) return {};
    return notes_file("/sys/module/" + std::string(name) + "/notes/.note.gnu.build-id");
}

BuildId vdso_build_id()
{
    auto start = reinterpret_cast<const std::uint8_t *>(::getauxval(AT_SYSINFO_EHDR));
    if (start == nullptr) return {};
    // The kernel maps at least one page, and its notes lie in the first.
    MemoryImage image({start, 4096});
    return read_elf_note(image);
}

std::string kernel_release()
{
    struct utsname names;
    return ::uname(&names) == 0 ? names.release : "";
}

}  // namespace spile::buildid
