// SPDX-License-Identifier: GPL-2.0
#pragma once
#include <string>

namespace CLI {
class App;
}

namespace spile::bench {

struct InjectArguments {
    unsigned iterations = 10;
    unsigned mmaps = 100;    // MMAP2 records per iteration
    unsigned samples = 100;  // SAMPLE records for each of them
    int verbosity = 0;
    bool write_each = false;  // one write() per record, as perf's generator does
    std::string program;      // another program's `inject`, instead of our own
};

void add_options(CLI::App &app, InjectArguments &arguments);

// Runs `spile bench inject`. Returns an exit code.
int run(const InjectArguments &arguments);

}  // namespace spile::bench
