// SPDX-License-Identifier: GPL-2.0
#pragma once
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "bench/command.h"

namespace spile::bench {

// The libraries whose mappings are made up: those with a build-id below
// /usr/lib, at most `limit`, in the order in which they are found.
[[nodiscard]] std::vector<std::string> collect_libraries(std::size_t limit);

// The records of the benchmark. They claim: one process maps libraries at random
// places of a list, and each is sampled `samples` times, with a time that begins
// anywhere; every ten mappings end a round, so that times are shuffled within it.
// Everything as perf's benchmark makes it, sizes and time stamps included.
class Workload {
public:
    Workload(const InjectArguments &arguments, std::vector<std::string> libraries)
        : arguments_(arguments), libraries_(std::move(libraries))
    {
    }

    // Writes a whole recording in pipe mode to `fd`, from process `pid`.
    // Throws perfdata::Error.
    void write(int fd, std::int32_t pid);

private:
    const InjectArguments &arguments_;
    std::vector<std::string> libraries_;
    std::minstd_rand random_{1};
};

}  // namespace spile::bench
