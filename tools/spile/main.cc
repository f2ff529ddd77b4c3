// SPDX-License-Identifier: GPL-2.0
#include <CLI/CLI.hpp>
#include <cstdio>

#include "bench/command.h"
#include "inject/command.h"

static const char examples[] = R"(Examples:
  perf record -o - -- ./work | spile inject -b | perf report -i -
  spile inject -b -i perf.data -o perf.ids.data
  spile bench inject

`spile COMMAND --help` tells more.)";

int main(int argc, char **argv)
{
    CLI::App app("The tool beside spile: works on recordings.", "spile");
    app.require_subcommand(1);
    app.footer(examples);
    app.set_version_flag("--version", "spile 0.1");

    spile::inject::Arguments inject;
    CLI::App *inject_command = app.add_subcommand("inject");
    spile::inject::add_options(*inject_command, inject);

    spile::bench::InjectArguments bench;
    CLI::App *bench_command = app.add_subcommand("bench", "Measure a command of this tool.");
    bench_command->require_subcommand(1);
    CLI::App *bench_inject = bench_command->add_subcommand("inject");
    spile::bench::add_options(*bench_inject, bench);

    try {
        app.parse(argc, argv);
        if (inject_command->parsed()) return spile::inject::run(spile::inject::to_options(inject));
        return spile::bench::run(bench);
    } catch (const CLI::ParseError &error) {
        int code = app.exit(error);
        return code == 0 ? 0 : spile::inject::exit_usage;
    } catch (const std::exception &error) {
        std::fprintf(stderr, "spile: %s\n", error.what());
        return spile::inject::exit_failed;
    }
}
