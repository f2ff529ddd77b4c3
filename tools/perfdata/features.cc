// SPDX-License-Identifier: GPL-2.0
#include "perfdata/features.h"

namespace spile::perfdata {

namespace {

using Type = Field::Type;

constexpr Field raw[] = {{Type::rest, "bytes"}};
constexpr Field text[] = {{Type::text, "value"}};
constexpr Field version64[] = {{Type::u64, "version"}};
constexpr Field named_value[] = {{Type::text, "name"}, {Type::text, "value"}};

constexpr Field nrcpus[] = {{Type::u32, "available"}, {Type::u32, "online"}};
constexpr Field total_mem[] = {{Type::u64, "kilobytes"}};
constexpr Field cmdline[] = {{Type::list, "arguments", text}};
constexpr Field event_desc[] = {{Type::events, "events"}};
// How many ids follow depends on NRCPUS: the rest is kept as it is.
constexpr Field cpu_topology[] = {{Type::list, "sibling cores", text}, {Type::list, "sibling threads", text}};
constexpr Field numa_node[] = {
    {Type::u32, "node"}, {Type::u64, "total kilobytes"}, {Type::u64, "free kilobytes"}, {Type::text, "cpus"}};
constexpr Field numa_topology[] = {{Type::list, "nodes", numa_node}};
constexpr Field pmu[] = {{Type::u32, "type"}, {Type::text, "name"}};
constexpr Field pmu_mappings[] = {{Type::list, "pmus", pmu}};
constexpr Field group[] = {{Type::text, "name"}, {Type::u32, "leader"}, {Type::u32, "members"}};
constexpr Field group_desc[] = {{Type::list, "groups", group}};
constexpr Field aux_entry[] = {{Type::u64, "file offset"}, {Type::u64, "bytes"}};
constexpr Field auxtrace[] = {{Type::list64, "areas", aux_entry}};
constexpr Field cache_level[] = {{Type::u32, "level"}, {Type::u32, "line bytes"}, {Type::u32, "sets"},
                                 {Type::u32, "ways"},  {Type::text, "type"},      {Type::text, "size"},
                                 {Type::text, "cpus"}};
constexpr Field cache[] = {{Type::u32, "version"}, {Type::list, "levels", cache_level}};
constexpr Field sample_time[] = {{Type::u64, "first"}, {Type::u64, "last"}};
constexpr Field memory_node[] = {{Type::u64, "node"}, {Type::u64, "size"}, {Type::bitmap, "blocks"}};
constexpr Field mem_topology[] = {{Type::u64, "version"}, {Type::u64, "block bytes"}, {Type::list64, "nodes", memory_node}};
constexpr Field clockid[] = {{Type::u64, "resolution ns"}};
constexpr Field compressed[] = {{Type::u32, "version"}, {Type::u32, "type"}, {Type::u32, "level"},
                                {Type::u32, "ratio"},   {Type::u32, "mmap bytes"}};
constexpr Field cpu_pmu_caps[] = {{Type::list, "capabilities", named_value}};
constexpr Field clock_data[] = {
    {Type::u32, "version"}, {Type::u32, "clockid"}, {Type::u64, "wall clock ns"}, {Type::u64, "clockid ns"}};
constexpr Field hybrid_pmu[] = {{Type::text, "pmu"}, {Type::text, "cpus"}};
constexpr Field hybrid_topology[] = {{Type::list, "pmus", hybrid_pmu}};
constexpr Field one_pmu_caps[] = {{Type::list, "capabilities", named_value}, {Type::text, "pmu"}};
constexpr Field pmu_caps[] = {{Type::list, "pmus", one_pmu_caps}};

constexpr Feature table[] = {
    {feature::tracing_data, "TRACING_DATA", raw},
    {feature::build_id, "BUILD_ID", raw},  // records: see BuildIdRecord
    {feature::hostname, "HOSTNAME", text},
    {feature::osrelease, "OSRELEASE", text},
    {feature::version, "VERSION", text},
    {feature::arch, "ARCH", text},
    {feature::nrcpus, "NRCPUS", nrcpus},
    {feature::cpudesc, "CPUDESC", text},
    {feature::cpuid, "CPUID", text},
    {feature::total_mem, "TOTAL_MEM", total_mem},
    {feature::cmdline, "CMDLINE", cmdline},
    {feature::event_desc, "EVENT_DESC", event_desc},
    {feature::cpu_topology, "CPU_TOPOLOGY", cpu_topology},
    {feature::numa_topology, "NUMA_TOPOLOGY", numa_topology},
    {feature::branch_stack, "BRANCH_STACK", raw},
    {feature::pmu_mappings, "PMU_MAPPINGS", pmu_mappings},
    {feature::group_desc, "GROUP_DESC", group_desc},
    {feature::auxtrace, "AUXTRACE", auxtrace},
    {feature::stat, "STAT", raw},
    {feature::cache, "CACHE", cache},
    {feature::sample_time, "SAMPLE_TIME", sample_time},
    {feature::mem_topology, "MEM_TOPOLOGY", mem_topology},
    {feature::clockid, "CLOCKID", clockid},
    {feature::dir_format, "DIR_FORMAT", version64},
    {feature::bpf_prog_info, "BPF_PROG_INFO", raw},
    {feature::bpf_btf, "BPF_BTF", raw},
    {feature::compressed, "COMPRESSED", compressed},
    {feature::cpu_pmu_caps, "CPU_PMU_CAPS", cpu_pmu_caps},
    {feature::clock_data, "CLOCK_DATA", clock_data},
    {feature::hybrid_topology, "HYBRID_TOPOLOGY", hybrid_topology},
    {feature::pmu_caps, "PMU_CAPS", pmu_caps},
};

constexpr Feature unknown{0, "unknown", raw};

}  // namespace

std::span<const Feature> features() noexcept
{
    return table;
}

const Feature &feature_of(unsigned id) noexcept
{
    for (const Feature &one : table)
        if (one.id == id) return one;
    return unknown;
}

std::string feature_name(unsigned id)
{
    const Feature &one = feature_of(id);
    return one.id == 0 ? std::to_string(id) : one.name;
}

}  // namespace spile::perfdata
