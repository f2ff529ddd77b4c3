// SPDX-License-Identifier: GPL-2.0
// Makes a large recording in file mode: samples of 64 CPUs that are out of order
// across CPUs, by rounds, and mappings. Usage: inject_generate FILE MB [MAPPINGS]
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <linux/perf_event.h>
#include <random>
#include <string>
#include <vector>

#include "bench/workload.h"
#include "perfdata/abi.h"
#include "perfdata/output_file.h"

using namespace spile;
using namespace spile::perfdata;

namespace {

constexpr ByteOrder native;
constexpr std::uint64_t sample_type = sample::identifier | sample::ip | sample::tid | sample::time;
constexpr std::uint64_t mapping_bytes = 0x10000;

void put_record(Output &output, std::uint32_t type, std::vector<std::uint8_t> payload)
{
    std::uint8_t head[8] = {};
    native.store(head, type);
    native.store(head + 4, static_cast<std::uint16_t>(misc::user));
    native.store(head + 6, static_cast<std::uint16_t>(8 + payload.size()));
    output.put(head, 8);
    output.put(payload);
}

void put_mmap2(Output &output, std::uint32_t pid, std::uint64_t start, std::uint64_t inode, const std::string &name, std::uint64_t time)
{
    std::size_t name_bytes = (name.size() + 8) / 8 * 8;
    std::vector<std::uint8_t> bytes(64 + name_bytes + 24);
    native.store(&bytes[0], pid), native.store(&bytes[4], pid), native.store(&bytes[8], start);
    native.store(&bytes[16], mapping_bytes), native.store(&bytes[32], 8u), native.store(&bytes[40], inode);
    native.store(&bytes[56], prot_exec);
    std::memcpy(&bytes[64], name.data(), name.size());
    std::size_t trailer = 64 + name_bytes;
    native.store(&bytes[trailer], pid), native.store(&bytes[trailer + 4], pid);
    native.store(&bytes[trailer + 8], time), native.store(&bytes[trailer + 16], std::uint64_t{7});
    put_record(output, record::mmap2, bytes);
}

}  // namespace

int main(int argc, char **argv)
{
    if (argc < 3) return 2;
    std::uint64_t bytes = std::strtoull(argv[2], nullptr, 10) << 20;
    unsigned mappings = argc > 3 ? static_cast<unsigned>(std::atoi(argv[3])) : 2000;
    auto libraries = bench::collect_libraries(1000);
    int fd = ::open(argv[1], O_RDWR | O_CREAT | O_TRUNC, 0600);
    if (fd < 0 || libraries.empty()) return 1;

    EventAttr attr;
    perf_event_attr fields{};
    fields.type = PERF_TYPE_SOFTWARE, fields.size = sizeof fields, fields.config = PERF_COUNT_SW_CPU_CLOCK;
    fields.sample_id_all = 1, fields.sample_type = sample_type, fields.mmap = 1;
    auto raw = reinterpret_cast<const std::uint8_t *>(&fields);
    attr.bytes.assign(raw, raw + sizeof fields);
    attr.ids = {7};

    Output output(fd);
    OutputFile file(output, native);
    file.begin({attr});
    std::minstd_rand random(1);
    constexpr unsigned cpus = 64, per_cpu = 200, processes = 50;
    std::uint64_t clock = 1000000;
    unsigned mapped = 0;
    for (; mapped < processes; ++mapped)
        put_mmap2(output, 1000 + mapped, 0x400000, mapped % libraries.size() + 1, libraries[mapped % libraries.size()], 1);
    std::vector<std::uint8_t> one(32);
    native.store(&one[0], std::uint64_t{7});
    while (output.offset() < bytes) {
        for (unsigned cpu = 0; cpu < cpus; ++cpu) {
            // Each CPU's part of the round spans the same time.
            std::uint64_t time = clock + random() % 1000;
            for (unsigned i = 0; i < per_cpu; ++i) {
                time += 4500 + random() % 1000;
                auto pid = static_cast<std::uint32_t>(1000 + random() % processes);
                unsigned each = mapped / processes;
                native.store(&one[8], 0x400000 + random() % each * mapping_bytes + random() % mapping_bytes);
                native.store(&one[16], pid), native.store(&one[20], pid), native.store(&one[24], time);
                put_record(output, record::sample, one);
            }
            for (unsigned k = 0; k < 2 && mapped < mappings; ++k) {
                std::size_t library = random() % libraries.size();
                put_mmap2(output, 1000 + mapped % processes, 0x400000 + mapped / processes * mapping_bytes, library + 1, libraries[library], clock + 500000);
                ++mapped;
            }
        }
        std::uint8_t round[8] = {};
        native.store(round, static_cast<std::uint32_t>(record::finished_round));
        native.store(round + 6, static_cast<std::uint16_t>(8));
        output.put(round, 8);
        clock += 1000000;
    }
    file.finish({});
    output.flush();
    return 0;
}
