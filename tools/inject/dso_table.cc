// SPDX-License-Identifier: GPL-2.0
#include "inject/dso_table.h"

#include <algorithm>

#include "perfdata/abi.h"

namespace spile::inject {

using buildid::DsoKind;

// What makes two names one DSO: the kernel is one, however it is spelled, and a
// module is known by its name without directory and compression.
static std::string key_of(DsoKind kind, std::string_view name)
{
    if (kind == DsoKind::kernel) return "[kernel]";
    if (kind == DsoKind::module) {
        std::string_view stem = buildid::module_stem(name);
        if (!stem.empty()) {
            std::string key = "[" + std::string(stem) + "]";
            std::replace(key.begin(), key.end(), '-', '_');
            return key;
        }
    }
    return std::string(name);
}

DsoTable::Index DsoTable::find_or_add(Dso &&dso, std::string key)
{
    auto &candidates = by_key_[{dso.machine, std::move(key)}];
    for (Index index : candidates) {
        Dso &known = dsos_[index];
        bool same = !known.file.known() || !dso.file.known() || known.file == dso.file;
        if (!same) continue;
        if (!known.file.known()) known.file = dso.file;
        return index;
    }
    Index index = static_cast<Index>(dsos_.size());
    candidates.push_back(index);
    dsos_.push_back(std::move(dso));
    return index;
}

DsoTable::Index DsoTable::of(const perfdata::MmapRecord &fields)
{
    Dso dso;
    dso.kind = buildid::classify(fields.name, fields.in_kernel(), fields.flags);
    // Hugetlb is a matter of the mapping; the file behind it may be mapped otherwise too.
    if (dso.kind == DsoKind::memory) dso.kind = buildid::classify(fields.name, fields.in_kernel(), 0);
    std::string_view name = fields.name;
    // A 32-bit process calls its vdso by the same name, but it is another object.
    if (dso.kind == DsoKind::vdso && fields.start >> 32 == 0) {
        dso.kind = DsoKind::vdso32;
        name = "[vdso32]";
    }
    if (dso.kind == DsoKind::kernel || dso.kind == DsoKind::guest_kernel) name = buildid::without_symbol(name);
    dso.name = name;
    dso.machine = fields.in_guest() ? fields.pid : host_machine;
    dso.cpumode = fields.cpumode;
    dso.file = fields.file;
    std::string key = key_of(dso.kind, name);
    Index index = find_or_add(std::move(dso), std::move(key));
    dsos_[index].pid = fields.pid;
    dsos_[index].mapped = true;
    return index;
}

DsoTable::Index DsoTable::of(const perfdata::BuildIdRecord &record)
{
    namespace misc = perfdata::misc;
    Dso dso;
    bool in_kernel = record.cpumode == misc::kernel || record.cpumode == misc::guest_kernel;
    dso.kind = buildid::classify(record.name, in_kernel, 0);
    // A path that is no module's stands for the kernel: a vmlinux.
    if (in_kernel && dso.kind == DsoKind::module && record.name.starts_with("/") && buildid::module_stem(record.name).empty())
        dso.kind = record.cpumode == misc::kernel ? DsoKind::kernel : DsoKind::guest_kernel;
    dso.name = record.name;
    bool in_guest = record.cpumode == misc::guest_kernel || record.cpumode == misc::guest_user;
    dso.machine = in_guest ? record.pid : host_machine;
    dso.cpumode = record.cpumode;
    std::string key = key_of(dso.kind, record.name);
    return find_or_add(std::move(dso), std::move(key));
}

const buildid::BuildId *DsoTable::table_id(const Dso &dso) const
{
    auto found = by_key_.find({dso.machine, key_of(dso.kind, dso.name)});
    if (found == by_key_.end()) return nullptr;
    for (Index index : found->second)
        if (dsos_[index].from_table) return &dsos_[index].id;
    return nullptr;
}

}  // namespace spile::inject
