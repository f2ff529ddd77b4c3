// SPDX-License-Identifier: GPL-2.0
#pragma once

#include "inject/options.h"

namespace CLI {
class App;
}

namespace spile::inject {

// Exit codes of `spile inject`.
enum ExitCode : int {
    exit_ok = 0,
    exit_failed = 1,     // cannot read or write, or not a recording
    exit_usage = 2,      // of all spile commands
    exit_truncated = 3,  // the input is truncated or damaged; what came before is written
};

// What the parser fills in; Options are made from it.
struct Arguments {
    bool build_ids = false, buildid_all = false, mmap2_buildids = false, mmap2_buildid_all = false;
    std::string callchain = "auto";
    Options options;
};

// Adds the options of the command to `app`. `arguments` must outlive the parse.
void add_options(CLI::App &app, Arguments &arguments);

// Throws CLI::ValidationError when no style is asked for.
[[nodiscard]] Options to_options(const Arguments &arguments);

// Runs the command; messages go to standard error. Returns an ExitCode.
int run(const Options &options);

}  // namespace spile::inject
