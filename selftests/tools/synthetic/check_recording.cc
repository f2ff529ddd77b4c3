// SPDX-License-Identifier: GPL-2.0
// Tells of a recording in file mode: counts of records by type, and whether
// samples and mappings are in order of time. Usage: check_recording FILE
#include <cstdio>
#include <map>

#include "perfdata/error.h"
#include "perfdata/input_file.h"
#include "perfdata/layouts.h"
#include "perfdata/record_stream.h"

using namespace spile::perfdata;

int main(int argc, char **argv)
{
    if (argc != 2) return 2;
    try {
        InputFile file(argv[1], true);
        Layouts layouts;
        for (const EventAttr &attr : file.attrs()) layouts.add(attr);
        ChunkPool pool;
        RecordStream stream(file.records(), pool, file.order(), file.records_at());
        std::map<std::uint32_t, unsigned long> counts;
        unsigned long early = 0;
        std::uint64_t latest = 0;
        Record one;
        while (stream.fill()) {
            while (stream.next(one)) {
                ++counts[one.type];
                if (one.type >= record::user_start) continue;
                std::uint64_t time = layouts.time(one.bytes, one.type, one.size, file.order());
                if (time < latest) ++early;
                else latest = time;
            }
        }
        for (auto [type, count] : counts) std::printf("type %u: %lu\n", type, count);
        std::printf("out of order: %lu\n", early);
    } catch (const Error &error) {
        std::fprintf(stderr, "%s: %s\n", argv[1], error.what());
        return 1;
    }
    return 0;
}
