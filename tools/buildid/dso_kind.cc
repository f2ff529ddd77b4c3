// SPDX-License-Identifier: GPL-2.0
#include "buildid/dso_kind.h"

#include "perfdata/abi.h"

namespace spile::buildid {

static bool is_memory(std::string_view name)
{
    return name == "//anon" || name.starts_with("/dev/zero") || name.starts_with("/anon_hugepage") ||
           name.starts_with("[stack") || name.starts_with("/SYSV") || name == "[heap]" || name.starts_with("[anon");
}

// What a JIT announces: /tmp/perf-PID.map is a list of symbols, not an object.
static bool is_jit_map(std::string_view name)
{
    constexpr std::string_view prefix = "/tmp/perf-", suffix = ".map";
    if (!name.starts_with(prefix) || !name.ends_with(suffix) || name.size() <= prefix.size() + suffix.size()) return false;
    auto pid = name.substr(prefix.size(), name.size() - prefix.size() - suffix.size());
    return pid.find_first_not_of("0123456789") == pid.npos;
}

Compression compression_of(std::string_view path) noexcept
{
    if (path.ends_with(".gz")) return Compression::gzip;
    if (path.ends_with(".xz")) return Compression::xz;
    if (path.ends_with(".zst")) return Compression::zstd;
    return Compression::none;
}

std::string_view module_stem(std::string_view path) noexcept
{
    std::string_view base = path.substr(path.rfind('/') + 1);
    if (compression_of(base) != Compression::none) base = base.substr(0, base.rfind('.'));
    if (!base.ends_with(".ko") || base.size() == 3) return {};
    return base.substr(0, base.size() - 3);
}

std::string_view without_symbol(std::string_view kernel_name) noexcept
{
    return kernel_name.substr(0, kernel_name.rfind(']') + 1);
}

DsoKind classify(std::string_view name, bool in_kernel, std::uint32_t map_flags) noexcept
{
    if (name.starts_with("[kernel.kallsyms]")) return DsoKind::kernel;
    if (name.starts_with("[guest.kernel.kallsyms")) return DsoKind::guest_kernel;
    if (in_kernel) {
        if (name.starts_with("[")) return DsoKind::module;
        if (name.starts_with("/")) return DsoKind::module;
        return DsoKind::other;
    }
    if (name == "[vdso]") return DsoKind::vdso;
    if (name == "[vdso32]") return DsoKind::vdso32;
    if (is_memory(name) || (map_flags & perfdata::map_hugetlb) != 0 || is_jit_map(name)) return DsoKind::memory;
    if (name.starts_with("/dev/") && !name.starts_with("/dev/shm/")) return DsoKind::device;
    // "//toolong" and the like come from the kernel in place of a path.
    if (name.starts_with("/") && !name.starts_with("//")) return DsoKind::file;
    return DsoKind::other;
}

}  // namespace spile::buildid
