// SPDX-License-Identifier: GPL-2.0
// Writes the seeds of the fuzz targets: small recordings of every kind.
#include <filesystem>
#include <iostream>
#include <zstd.h>

#include "perfdata/feature_id.h"
#include "perfdata/features.h"
#include "support/run_inject.h"

using namespace spile;
using test::Bytes;
using test::Recording;

static Recording varied(bool swapped, bool chains)
{
    Recording recording(swapped);
    recording.event(Recording::usual_sample_type | (chains ? perfdata::sample::callchain : 0));
    recording.feature_text(perfdata::feature::hostname, "host").feature_text(perfdata::feature::version, "6.12");
    recording.mmap({.pid = -1, .start = 0xffffffff80000000, .length = 0x1000000, .name = "[kernel.kallsyms]_text", .misc = perfdata::misc::kernel});
    recording.mmap2({.name = "/bin/true", .time = 1}).mmap2({.start = 0x400800, .name = "//anon", .time = 2});
    recording.sample({.time = 5, .chain = {perfdata::context::user, 0x400010}}).sample({.time = 3}).round();
    recording.fork(7, 100, 4).mmap({.pid = 7, .start = 0x500000, .name = "/bin/false", .time = 6});
    recording.sample({.pid = 7, .ip = 0x500001, .time = 7}).mmap2({.name = "/x", .time = 8, .build_id = Bytes(20, 1)});
    Bytes aux(40);
    recording.order().store(aux.data(), std::uint64_t{16});
    recording.record(perfdata::record::auxtrace, 0, aux).bytes(Bytes(16, 0xff)).record(300, 0, Bytes(8)).round();
    return recording;
}

int main(int argc, char **argv)
{
    if (argc != 2) return 2;
    std::filesystem::path top = argv[1];
    for (const char *name : {"records", "elf_note", "features"}) std::filesystem::create_directories(top / name);
    int n = 0;
    for (bool swapped : {false, true}) {
        for (bool chains : {false, true}) {
            Recording recording = varied(swapped, chains);
            Recording outer;
            Bytes payload(ZSTD_compressBound(recording.records().size()));
            payload.resize(ZSTD_compress(payload.data(), payload.size(), recording.records().data(), recording.records().size(), 1));
            outer.event().record(perfdata::record::compressed, 0, payload);
            for (Bytes bytes : {recording.pipe(), recording.file(), outer.pipe(), outer.file()}) {
                for (std::uint8_t style = 0; style < 8; ++style) {
                    bytes.insert(bytes.begin(), style);
                    test::write_file(top / "records" / std::to_string(n++), bytes);
                    bytes.erase(bytes.begin());
                }
            }
        }
    }
    test::write_file(top / "elf_note" / "tiny", test::tiny_elf(Bytes(20, 7)));
    for (unsigned id = 1; id < 32; ++id) {
        Bytes bytes = {static_cast<std::uint8_t>(id), 0, 1, 0, 0, 0, 4, 0, 0, 0, 'a', 'b', 'c', 0, 0, 0, 0, 0};
        test::write_file(top / "features" / std::to_string(id), bytes);
    }
    return 0;
}
