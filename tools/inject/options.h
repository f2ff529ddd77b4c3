// SPDX-License-Identifier: GPL-2.0
#pragma once
#include <string>

namespace spile::inject {

// How build-ids get into the recording.
enum class Style {
    records_hit,  // -b: HEADER_BUILD_ID records for the DSOs that samples hit
    records_all,  // --buildid-all: the same for every mapped DSO
    mmap2_hit,    // --mmap2-buildids: MMAP2 records with ids, only those that samples hit
    mmap2_all,    // --mmap2-buildid-all: every MMAP and MMAP2 becomes an MMAP2 with an id
};

// Whether addresses in callchains count as hits.
enum class CallchainHits {
    as_recorder,  // as the perf that made the recording would: from 6.12 on
    yes,
    no,
};

struct Options {
    Style style = Style::records_hit;
    bool add_table = true;  // -b was given: write the table of ids to a file that had none
    CallchainHits callchain = CallchainHits::as_recorder;
    std::string input = "-";
    std::string output = "-";
    std::string guest_mount;
    bool force = false;
    int verbosity = 0;

    [[nodiscard]] bool by_hit() const noexcept { return style == Style::records_hit || style == Style::mmap2_hit; }
    [[nodiscard]] bool rewrites_mmaps() const noexcept { return style == Style::mmap2_hit || style == Style::mmap2_all; }
};

}  // namespace spile::inject
