// SPDX-License-Identifier: GPL-2.0
#pragma once
#include <cstddef>
#include <cstdint>

// The bytes of a perf.data recording that others see.
// Sources: Documentation/perf.data-file-format of the kernel's perf tool for the
// file, its header and the records of the tool (types from 64 on); the uapi
// header linux/perf_event.h for the kernel's records (types below 64).
namespace spile::perfdata {

inline constexpr std::uint64_t magic_v2 = 0x32454c4946524550;  // "PERFILE2" read little-endian
inline constexpr std::uint64_t magic_v1 = 0x454c494646524550;  // "PERFFILE"

//   0        8        16        24          40         56            72           104
//   | magic  | size   | attr_sz | attrs     | data     | event types | features   |
//   `---- pipe mode ends here at 16
struct Section {
    std::uint64_t offset;  // bytes from the start of the file
    std::uint64_t size;    // bytes
};
static_assert(sizeof(Section) == 16);

inline constexpr std::size_t pipe_header_bytes = 16;
inline constexpr std::size_t old_file_header_bytes = 72;  // before features existed
inline constexpr std::size_t file_header_bytes = 104;
inline constexpr unsigned feature_bits = 256;

//   0          4       6       8
//   | type     | misc  | size  |   size includes these 8 bytes; unit is bytes
struct RecordHeader {
    std::uint32_t type;
    std::uint16_t misc;
    std::uint16_t size;
};
static_assert(sizeof(RecordHeader) == 8);

inline constexpr std::size_t record_header_bytes = 8;
inline constexpr std::size_t record_max_bytes = 65535;

namespace record {
enum : std::uint32_t {
    mmap = 1,
    lost = 2,
    comm = 3,
    exit = 4,
    throttle = 5,
    unthrottle = 6,
    fork = 7,
    read = 8,
    sample = 9,
    mmap2 = 10,
    namespaces = 16,
    user_start = 64,  // from here on: written by the tool, never by the kernel
    header_attr = 64,
    header_event_type = 65,
    header_tracing_data = 66,
    header_build_id = 67,
    finished_round = 68,
    id_index = 69,
    auxtrace_info = 70,
    auxtrace = 71,
    event_update = 78,
    header_feature = 80,
    compressed = 81,
    finished_init = 82,
    compressed2 = 83,
};
}

namespace misc {
enum : std::uint16_t {
    cpumode_mask = 7,
    cpumode_unknown = 0,
    kernel = 1,
    user = 2,
    hypervisor = 3,
    guest_kernel = 4,
    guest_user = 5,
    mmap_data = 1 << 13,      // MMAP of a mapping that is not executable
    fork_exec = 1 << 13,      // FORK made up for a task that already ran: do not inherit its maps
    mmap_build_id = 1 << 14,  // MMAP2 carries a build-id in place of the inode
    build_id_size = 1 << 15,  // HEADER_BUILD_ID tells the size of its id
};
}

namespace sample {
enum : std::uint64_t {
    ip = 1u << 0,
    tid = 1u << 1,
    time = 1u << 2,
    addr = 1u << 3,
    read = 1u << 4,
    callchain = 1u << 5,
    id = 1u << 6,
    cpu = 1u << 7,
    period = 1u << 8,
    stream_id = 1u << 9,
    raw = 1u << 10,
    identifier = 1u << 16,
};
}

namespace read_format {
enum : std::uint64_t {
    total_time_enabled = 1u << 0,
    total_time_running = 1u << 1,
    id = 1u << 2,
    group = 1u << 3,
    lost = 1u << 4,
};
}

// Values in a callchain from here up are not addresses but say which address
// space the following ones are in.
namespace context {
inline constexpr std::uint64_t first = static_cast<std::uint64_t>(-4095);
inline constexpr std::uint64_t hypervisor = static_cast<std::uint64_t>(-32);
inline constexpr std::uint64_t kernel = static_cast<std::uint64_t>(-128);
inline constexpr std::uint64_t user = static_cast<std::uint64_t>(-512);
inline constexpr std::uint64_t guest = static_cast<std::uint64_t>(-2048);
inline constexpr std::uint64_t guest_kernel = static_cast<std::uint64_t>(-2176);
inline constexpr std::uint64_t guest_user = static_cast<std::uint64_t>(-2560);
}

// MMAP:   header | pid u32 | tid u32 | start u64 | len u64 | pgoff u64 | filename...
// MMAP2:  header | pid u32 | tid u32 | start u64 | len u64 | pgoff u64
//         | maj u32 | min u32 | ino u64 | generation u64 | prot u32 | flags u32 | filename...
//   or, with misc::mmap_build_id, the 24 bytes from maj on are
//         | size u8 | 0 u8 | 0 u16 | id 20 bytes |
// filename is NUL-terminated and padded to 8; the sample-id trailer follows it.
namespace mmap_at {
inline constexpr std::size_t pid = 8, tid = 12, start = 16, len = 24, pgoff = 32;
inline constexpr std::size_t filename = 40;
}
namespace mmap2_at {
inline constexpr std::size_t maj = 40, min = 44, ino = 48, generation = 56;
inline constexpr std::size_t build_id_size = 40, build_id = 44;
inline constexpr std::size_t prot = 64, flags = 68, filename = 72;
}
// FORK:   header | pid | ppid | tid | ptid (u32 each) | time u64
namespace fork_at {
inline constexpr std::size_t pid = 8, ppid = 12, tid = 16, ptid = 20, end = 32;
}
// HEADER_BUILD_ID: header | pid i32 | id 20 bytes | size u8 | pad 3 | filename...
namespace build_id_at {
inline constexpr std::size_t pid = 8, id = 12, size = 32, filename = 36;
}
// AUXTRACE: header | size u64 | ... ; `size` bytes of payload follow the record.
namespace auxtrace_at {
inline constexpr std::size_t size = 8, end = 48;
}
// HEADER_FEATURE: header | feature u64 | bytes as in the file's section
namespace feature_at {
inline constexpr std::size_t id = 8, data = 16;
}
// EVENT_UPDATE: header | kind u64 | id u64 | name..., where kind 2 gives an event's name
namespace event_update_at {
inline constexpr std::size_t kind = 8, id = 16, data = 24;
inline constexpr std::uint64_t kind_name = 2;
}
// perf_event_attr, the fields that a reader needs
namespace attr_at {
inline constexpr std::size_t type = 0, size = 4, config = 8, sample_period = 16;
inline constexpr std::size_t sample_type = 24, read_format = 32, flags = 40;
inline constexpr unsigned sample_id_all_bit = 18;  // counted from the first bit-field
inline constexpr std::size_t bytes_v0 = 64;
}

inline constexpr std::uint32_t map_hugetlb = 0x40000;  // MAP_HUGETLB on every Linux but alpha, parisc, xtensa, mips
inline constexpr std::uint32_t prot_exec = 4;

}  // namespace spile::perfdata
