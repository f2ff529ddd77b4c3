// SPDX-License-Identifier: GPL-2.0
#include <CLI/CLI.hpp>

#include "bench/command.h"

namespace spile::bench {

static const char examples[] = R"(The workload and the figures are those of `perf bench internals inject-build-id`:
records of libraries below /usr/lib go through a pipe into `inject`, which runs
in a child process, and from there through another pipe.

Examples:
  spile bench inject
  spile bench inject -i 100 -v
  spile bench inject --program perf -n 10000   the same records through perf's inject)";

void add_options(CLI::App &app, InjectArguments &arguments)
{
    app.description("Measure how long `spile inject` takes per event, and its memory.");
    app.footer(examples);
    app.add_option("-i,--iterations", arguments.iterations, "Iterations to average over")
        ->check(CLI::Range(1u, 1000000u))
        ->type_name("N")
        ->capture_default_str();
    app.add_option("-m,--nr-mmaps", arguments.mmaps, "MMAP2 events in each iteration")
        ->check(CLI::Range(1u, 1000000u))
        ->type_name("N")
        ->capture_default_str();
    app.add_option("-n,--nr-samples", arguments.samples, "SAMPLE events for each MMAP2 event")
        ->check(CLI::Range(0u, 1000000u))
        ->type_name("N")
        ->capture_default_str();
    app.add_option("--program", arguments.program, "Run PROGRAM inject in place of spile's own; its start-up counts")
        ->type_name("PROGRAM");
    app.add_flag("--write-each", arguments.write_each, "One write() per event, as perf's benchmark does");
    app.add_flag("-v,--verbose", arguments.verbosity, "Tell iterations and exit codes; twice: each library");
}

}  // namespace spile::bench
