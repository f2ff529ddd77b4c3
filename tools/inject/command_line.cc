// SPDX-License-Identifier: GPL-2.0
#include <CLI/CLI.hpp>

#include "inject/command.h"

namespace spile::inject {

static const char examples[] = R"(Examples:
  perf record -o - -- ./work | spile inject -b | perf report -i -
  spile inject -b -i perf.data -o perf.ids.data
  spile inject --buildid-all -i perf.data -o - | perf buildid-list -i -
  spile inject --mmap2-buildid-all -i perf.data -o perf.mmap2.data

Exit codes: 0 done, 1 failed, 2 wrong usage,
            3 input truncated or damaged (what came before is written))";

void add_options(CLI::App &app, Arguments &arguments)
{
    Options &options = arguments.options;
    app.description("Put the build-ids of executables, libraries, modules and the kernel into a perf recording.");
    app.footer(examples);
    app.add_flag("-b,--build-ids", arguments.build_ids, "Of the objects that samples hit; puts records in order of time");
    app.add_flag("--buildid-all", arguments.buildid_all, "Of all objects that are mapped, hit or not; keeps the order");
    app.add_flag("-B,--mmap2-buildids", arguments.mmap2_buildids,
                 "As MMAP2 records with ids for what samples hit; drops other MMAP records");
    app.add_flag("--mmap2-buildid-all", arguments.mmap2_buildid_all, "Turn all MMAP records into MMAP2 with ids");
    app.add_option("-i,--input", options.input, "Recording to read, - for standard input")->type_name("FILE")->capture_default_str();
    app.add_option("-o,--output", options.output, "Where to write, - for standard output")->type_name("FILE")->capture_default_str();
    app.add_option("--callchain", arguments.callchain,
                   "Whether callchains hit: yes, no, or auto for what the recording's perf does (yes from 6.12)")
        ->check(CLI::IsMember({"auto", "yes", "no"}))
        ->type_name("WHEN")
        ->capture_default_str();
    app.add_option("--guestmount", options.guest_mount, "Directory with the files of guests, one directory per process id")
        ->type_name("DIR");
    app.add_flag("-f,--force", options.force, "Read a recording that belongs to another user");
    app.add_flag("-v,--verbose", options.verbosity, "Name every object without an id; twice: every id");
}

Options to_options(const Arguments &arguments)
{
    Options options = arguments.options;
    options.add_table = arguments.build_ids;
    // Several may be given, as to perf; the last of this order counts.
    if (arguments.buildid_all) options.style = Style::records_all;
    else if (arguments.build_ids) options.style = Style::records_hit;
    else if (arguments.mmap2_buildid_all) options.style = Style::mmap2_all;
    else if (arguments.mmap2_buildids) options.style = Style::mmap2_hit;
    else throw CLI::ValidationError("expected one of -b, --buildid-all, --mmap2-buildids, --mmap2-buildid-all");
    options.callchain = arguments.callchain == "yes"  ? CallchainHits::yes
                        : arguments.callchain == "no" ? CallchainHits::no
                                                      : CallchainHits::as_recorder;
    return options;
}

}  // namespace spile::inject
