// SPDX-License-Identifier: GPL-2.0
// The record reader and all behind it: `spile inject` on bytes that may be
// anything. The first byte chooses the style and the mode of reading.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <string>
#include <sys/mman.h>
#include <unistd.h>

#include "inject/log.h"
#include "inject/session.h"
#include "perfdata/error.h"
#include "perfdata/features.h"

using namespace spile;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    if (size < 1) return 0;
    static int input = memfd_create("input", 0), output = memfd_create("output", 0);
    if (ftruncate(input, 0) != 0 || pwrite(input, data + 1, size - 1, 0) < 0 || ftruncate(output, 0) != 0) abort();
    lseek(output, 0, SEEK_SET);

    inject::Options options;
    options.style = static_cast<inject::Style>(data[0] & 3);
    options.callchain = inject::CallchainHits::yes;
    inject::Log log("fuzz", -1);
    try {
        perfdata::InputFile file("/proc/self/fd/" + std::to_string(input), true);
        bool to_file = !file.pipe_mode() && (data[0] & 4) != 0;
        inject::Session session(options, log, file, output, to_file);
        session.run();
    } catch (const perfdata::Error &) {
    }
    return 0;
}
