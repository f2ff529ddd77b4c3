// SPDX-License-Identifier: GPL-2.0
#pragma once

namespace spile::perfdata::feature {

// Bits of the features that a recording can have.
// Source: perf.data-file-format, section "Flags section".
enum : unsigned {
    tracing_data = 1,
    build_id = 2,
    hostname = 3,
    osrelease = 4,
    version = 5,
    arch = 6,
    nrcpus = 7,
    cpudesc = 8,
    cpuid = 9,
    total_mem = 10,
    cmdline = 11,
    event_desc = 12,
    cpu_topology = 13,
    numa_topology = 14,
    branch_stack = 15,
    pmu_mappings = 16,
    group_desc = 17,
    auxtrace = 18,
    stat = 19,
    cache = 20,
    sample_time = 21,
    mem_topology = 22,
    clockid = 23,
    dir_format = 24,
    bpf_prog_info = 25,
    bpf_btf = 26,
    compressed = 27,
    cpu_pmu_caps = 28,
    clock_data = 29,
    hybrid_topology = 30,
    pmu_caps = 31,
};

}  // namespace spile::perfdata::feature
