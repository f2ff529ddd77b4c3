// SPDX-License-Identifier: GPL-2.0
#pragma once
#include <cstdint>
#include <string_view>

namespace spile::buildid {

// What stands behind a mapping, as far as its build-id goes.
enum class DsoKind : std::uint8_t {
    file,           // an executable or shared object, by absolute path
    kernel,         // [kernel.kallsyms]
    guest_kernel,   // [guest.kernel.kallsyms] and [guest.kernel.kallsyms.PID]
    module,         // a kernel module: a path to .ko, .ko.xz, ... or [name]
    vdso,           // [vdso]
    vdso32,         // that of 32-bit processes: [vdso32], or [vdso] mapped below 4 GiB
    memory,         // no file: anonymous, JIT, heap, stack, SysV, hugetlb
    device,         // below /dev, but not shared memory: reading it may act
    other,          // anything else without a file: [vsyscall], [uprobes], ...
};

// Classifies the name that an MMAP or MMAP2 record carries. `in_kernel` is
// whether the record's CPU mode is kernel or guest kernel; `map_flags` are those
// of mmap(2), 0 when not known.
[[nodiscard]] DsoKind classify(std::string_view name, bool in_kernel, std::uint32_t map_flags) noexcept;

// "[kernel.kallsyms]_text" names the kernel and the symbol its address is given
// by; the name without the symbol.
[[nodiscard]] std::string_view without_symbol(std::string_view kernel_name) noexcept;

enum class Compression : std::uint8_t { none, gzip, xz, zstd };

// By the end of the name: .gz, .xz, .zst
[[nodiscard]] Compression compression_of(std::string_view path) noexcept;

// "[snd_hda_intel]" for ".../snd-hda-intel.ko.xz"; a name in brackets as it is.
// Empty when the path is no module's.
[[nodiscard]] std::string_view module_stem(std::string_view path) noexcept;

}  // namespace spile::buildid
