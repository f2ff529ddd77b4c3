// SPDX-License-Identifier: GPL-2.0
#include "inject/marker.h"

#include <cstdio>
#include <cstring>

#include "buildid/running_kernel.h"
#include "inject/mapping_tag.h"
#include "perfdata/abi.h"

namespace spile::inject {

using buildid::DsoKind;
using perfdata::ByteOrder;
using perfdata::MmapRecord;
using perfdata::Record;
namespace misc = perfdata::misc;

void Marker::set_release(const std::string &release)
{
    if (!release.empty()) cache_.set_same_kernel(release == buildid::kernel_release());
}

// perf counts hits in callchains from 6.12 on.
void Marker::set_recorder(const std::string &version)
{
    // What is hit only in callchains must not lose its mapping.
    if (options_.callchain != CallchainHits::as_recorder || options_.style == Style::mmap2_hit) return;
    int major = 0, minor = 0;
    if (std::sscanf(version.c_str(), "%d.%d", &major, &minor) == 2)
        follow_callchains_ = major > 6 || (major == 6 && minor >= 12);
}

void Marker::add_table(std::span<const std::uint8_t> bytes, ByteOrder order)
{
    while (bytes.size() >= perfdata::record_header_bytes) {
        std::size_t size = order.u16(bytes.data() + 6);
        if (size < perfdata::record_header_bytes || size > bytes.size()) break;
        if (auto record = perfdata::BuildIdRecord::parse(bytes.first(size), order)) {
            Dso &dso = dsos_[dsos_.of(*record)];
            dso.id = record->id;
            dso.from_table = true;
        }
        bytes = bytes.subspan(size);
    }
}

void Marker::on_build_id(const Record &record, ByteOrder order)
{
    auto fields = perfdata::BuildIdRecord::parse({record.bytes, record.size}, order);
    if (!fields) return;
    Dso &dso = dsos_[dsos_.of(*fields)];
    dso.id = fields->id;
    dso.announced = true;
    dso.hit = true;
}

bool Marker::has_id(Dso &dso)
{
    if (dso.id) return true;
    if (dso.looked_up) return false;
    dso.looked_up = true;
    const buildid::Found &found = dso.machine == host_machine ? cache_.find(dso.name, dso.kind, dso.pid)
                                                              : cache_.find_in_guest(dso.name, dso.kind, dso.machine);
    dso.id = found.id;
    switch (found.missing) {
    case buildid::Missing::none:
        if (log_.verbosity() > 1) log_.detail("build-id " + dso.id.hex() + " for " + dso.name);
        break;
    case buildid::Missing::unreadable: log_.unreadable(dso.name, std::strerror(found.error)); break;
    case buildid::Missing::no_note:
        if (log_.verbosity() > 0) log_.detail("no build-id in " + dso.name);
        break;
    case buildid::Missing::not_here:
        if (log_.verbosity() > 1) log_.detail("no file to read a build-id from for " + dso.name);
        break;
    }
    return static_cast<bool>(dso.id);
}

void Marker::mark(DsoTable::Index index, std::uint16_t cpumode, bool hugetlb, ByteOrder order)
{
    Dso &dso = dsos_[index];
    if (dso.hit) return;
    dso.hit = true;
    if (hugetlb || !has_id(dso) || dso.announced) return;
    perfdata::BuildIdRecord record{dso.machine, cpumode, dso.id, dso.name};
    if (record.encode(added_, perfdata::record::header_build_id, order)) dso.announced = true;
}

Marker::Verdict Marker::on_mmap(const Record &record, ByteOrder order)
{
    auto fields = MmapRecord::parse(record, order);
    if (!fields) return {};
    settled_end_ = 0;
    DsoTable::Index index = dsos_.of(*fields);
    Dso &dso = dsos_[index];
    bool hugetlb = (fields->flags & perfdata::map_hugetlb) != 0;
    if (fields->id) {
        dso.id = fields->id;
        // It says all by itself: no record is to be added, but it counts for the table.
        dso.hit = true;
    } else if (options_.by_hit() && !dso.id) {
        if (const buildid::BuildId *id = dsos_.table_id(dso)) dso.id = *id;
    }
    switch (options_.style) {
    case Style::records_all:
        // As with perf, the kernel itself counts only where a sample hits it.
        if (dso.kind != DsoKind::kernel && dso.kind != DsoKind::guest_kernel) mark(index, fields->cpumode, hugetlb, order);
        return {};
    case Style::mmap2_all: return rewrite(record, *fields, index, order);
    case Style::records_hit: insert_mapping(*fields, index, hugetlb ? mapping_tag::hugetlb : 0); return {};
    case Style::mmap2_hit: break;
    }
    // The kernel's own map carries the address that symbols are relative to: it
    // is never held back.
    if (dso.kind == DsoKind::kernel || dso.kind == DsoKind::guest_kernel || held_back_.size() >= mapping_tag::no_record) {
        insert_mapping(*fields, index, mapping_tag::no_record);
        return {};
    }
    auto tag = static_cast<std::uint32_t>(held_back_.size());
    held_back_.emplace_back(record.bytes, record.bytes + record.size);
    insert_mapping(*fields, index, tag | (hugetlb ? mapping_tag::hugetlb : 0));
    return {.keep = false};
}

void Marker::insert_mapping(const MmapRecord &fields, DsoTable::Index index, std::uint32_t tag)
{
    std::uint64_t end = fields.start + fields.length;
    if (end < fields.start) end = ~std::uint64_t{0};
    Mapping mapping{fields.start, end, index, tag};
    if (fields.in_guest()) guests_.map(fields.pid, mapping);
    else if (fields.in_kernel()) kernel_.insert(mapping);
    else processes_.map(fields.pid, mapping);
}

Marker::Verdict Marker::rewrite(const Record &record, const MmapRecord &fields, DsoTable::Index index, ByteOrder order)
{
    Dso &dso = dsos_[index];
    bool hugetlb = (fields.flags & perfdata::map_hugetlb) != 0;
    if (fields.id || hugetlb || !has_id(dso)) return {};
    dso.hit = true;
    const perfdata::SampleLayout *layout = layouts_.of(record.bytes, record.type, record.size, order);
    std::size_t trailer_bytes = layout == nullptr ? 0 : static_cast<std::size_t>(layout->trailer_bytes);
    auto trailer = perfdata::trailer_of(record, trailer_bytes, fields.name_at);
    bool done = perfdata::encode_with_build_id(added_, record, fields, dso.id, trailer, order);
    return {.keep = !done};
}

void Marker::on_fork(const Record &record, ByteOrder order)
{
    namespace at = perfdata::fork_at;
    if (record.size < at::end) return;
    auto pid = static_cast<std::int32_t>(order.u32(record.bytes + at::pid));
    auto parent = static_cast<std::int32_t>(order.u32(record.bytes + at::ppid));
    if (pid == parent) return;  // a thread
    settled_end_ = 0;
    if ((order.u16(record.bytes + 4) & misc::fork_exec) != 0) {
        processes_.start_empty(pid);
        return;
    }
    processes_.fork(pid, parent);
    // What was held back is written once for each process: no sharing there.
    if (options_.style == Style::mmap2_hit && processes_.find(pid) != nullptr) static_cast<void>(processes_.own(pid));
}

std::vector<std::uint8_t> Marker::table(ByteOrder order)
{
    std::vector<std::uint8_t> bytes;
    for (Dso &dso : dsos_.all()) {
        bool vdso = (dso.kind == DsoKind::vdso || dso.kind == DsoKind::vdso32) && dso.mapped;
        // Guests that are not looked into keep what the recorder found.
        bool guest = dso.machine != host_machine && dso.from_table;
        if (!dso.hit && !vdso && !guest && !keep_all_) continue;
        if (!has_id(dso)) continue;
        bool in_kernel = dso.kind == DsoKind::kernel || dso.kind == DsoKind::guest_kernel || dso.kind == DsoKind::module;
        std::uint16_t cpumode = dso.machine == host_machine ? (in_kernel ? misc::kernel : misc::user)
                                                            : (in_kernel ? misc::guest_kernel : misc::guest_user);
        // Readers find the type of a table's entries to be 0.
        perfdata::BuildIdRecord{dso.machine, cpumode, dso.id, dso.name}.encode(bytes, 0, order);
    }
    return bytes;
}

}  // namespace spile::inject
