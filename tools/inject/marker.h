// SPDX-License-Identifier: GPL-2.0
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "buildid/cache.h"
#include "inject/dso_table.h"
#include "inject/log.h"
#include "inject/options.h"
#include "inject/processes.h"
#include "perfdata/layouts.h"

namespace spile::inject {

// Follows who maps what, and decides which records to add: the heart of the
// tool. It sees the records in order (of time for the styles by hit, of the
// input otherwise) and, for each, says what goes before it and whether it stays.
class Marker {
public:
    Marker(const Options &options, Log &log) : options_(options), log_(log) { cache_.set_guest_mount(options.guest_mount); }

    // What to do with a record that was shown: first write added(), then the
    // record itself if keep.
    struct Verdict {
        bool keep = true;
    };
    [[nodiscard]] std::span<const std::uint8_t> added() const noexcept { return added_; }
    void clear_added() noexcept { added_.clear(); }

    // An event of the recording. Records that come later are read by its layout.
    void add_event(const perfdata::EventAttr &attr) { layouts_.add(attr); }
    [[nodiscard]] const perfdata::Layouts &layouts() const noexcept { return layouts_; }

    // The table of ids of a file, as it stands there.
    void add_table(std::span<const std::uint8_t> bytes, perfdata::ByteOrder order);
    // A HEADER_BUILD_ID record of the input.
    void on_build_id(const perfdata::Record &record, perfdata::ByteOrder order);
    // Which kernel and which perf made the recording, as far as it tells.
    void set_release(const std::string &release);
    void set_recorder(const std::string &version);
    void set_follow_callchains(bool follow) noexcept { follow_callchains_ = follow; }

    Verdict on_mmap(const perfdata::Record &record, perfdata::ByteOrder order);
    void on_fork(const perfdata::Record &record, perfdata::ByteOrder order);
    void on_sample(const perfdata::Record &record, perfdata::ByteOrder order);

    // The table of ids for a file's header: of the DSOs that were hit.
    [[nodiscard]] std::vector<std::uint8_t> table(perfdata::ByteOrder order);
    // AUX data may hit anything: keep all ids in the table.
    void keep_all() noexcept { keep_all_ = true; }

private:
    struct Hit {
        const perfdata::Record &record;
        const perfdata::SampleLayout &layout;
        perfdata::ByteOrder order;
        std::int32_t pid, tid;
    };
    void hit_address(const Hit &hit, std::uint16_t cpumode, std::uint64_t address);
    void hit_callchain(const Hit &hit);
    void hit_mapping(const Hit &hit, std::uint16_t cpumode, const Mapping &mapping);
    void mark(DsoTable::Index index, std::uint16_t cpumode, bool hugetlb, perfdata::ByteOrder order);
    // Looks the id up once; false when there is none.
    bool has_id(Dso &dso);
    void insert_mapping(const perfdata::MmapRecord &fields, DsoTable::Index index, std::uint32_t tag);
    Verdict rewrite(const perfdata::Record &record, const perfdata::MmapRecord &fields, DsoTable::Index index,
                    perfdata::ByteOrder order);

    void release(const Hit &hit, const Mapping &mapping);

    const Options &options_;
    Log &log_;
    perfdata::Layouts layouts_;
    DsoTable dsos_;
    buildid::Cache cache_;
    Processes processes_, guests_;
    AddressSpace kernel_;
    std::vector<std::vector<std::uint8_t>> held_back_;  // mmap2_hit: MMAP records that wait for a hit
    std::vector<std::uint8_t> added_;
    bool follow_callchains_ = true;
    bool keep_all_ = false;

    // The mapping that the last user sample was in, when nothing was left to do for it.
    std::int32_t settled_pid_ = 0;
    std::uint64_t settled_start_ = 1, settled_end_ = 0;
};

}  // namespace spile::inject
