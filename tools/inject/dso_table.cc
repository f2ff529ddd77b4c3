// SPDX-License-Identifier: GPL-2.0
#include "inject/dso_table.h"

#include <algorithm>

#include "perfdata/abi.h"

namespace spile::inject {

using buildid::DsoKind;

// What makes two names one DSO: the kernel is one, however it is spelled, and a
// module is known by its name without directory and compression. `storage` holds
// the key when it is not the name itself.
static std::string_view key_of(DsoKind kind, std::string_view name, std::string &storage)
{
    if (kind == DsoKind::kernel) return "[kernel]";
    if (kind != DsoKind::module) return name;
    std::string_view stem = buildid::module_stem(name);
    if (stem.empty()) return name;
    storage = "[" + std::string(stem) + "]";
    std::replace(storage.begin(), storage.end(), '-', '_');
    return storage;
}

template <typename Make>
DsoTable::Index DsoTable::find_or_add(std::int32_t machine, std::string_view key, const perfdata::FileIdentity &file, Make &&make)
{
    auto found = first_of_key_.find({machine, key});
    Index first = found == first_of_key_.end() ? none : found->second, last = none;
    unsigned length = 0;
    for (Index index = first; index != none; index = dsos_[index].next_of_name, ++length) {
        Dso &known = dsos_[index];
        last = index;
        if (known.file.known() && file.known() && !(known.file == file)) continue;
        if (!known.file.known()) known.file = file;
        return index;
    }
    bool beyond = length >= longest_chain;
    if (beyond) {
        auto other = beyond_chain_.find({first, file});
        if (other != beyond_chain_.end()) return other->second;
    }
    auto index = static_cast<Index>(dsos_.size());
    Dso &dso = dsos_.emplace_back();
    make(dso);
    dso.machine = machine;
    dso.file = file;
    if (dso.name != key) dso.key = key;
    if (first == none) first_of_key_.emplace(Key{machine, dso.key.empty() ? std::string_view(dso.name) : std::string_view(dso.key)}, index);
    else if (beyond) beyond_chain_.emplace(FileKey{first, file}, index);
    else dsos_[last].next_of_name = index;
    return index;
}

DsoTable::Index DsoTable::of(const perfdata::MmapRecord &fields)
{
    DsoKind kind = buildid::classify(fields.name, fields.in_kernel(), fields.flags);
    // Hugetlb is a matter of the mapping; the file behind it may be mapped otherwise too.
    if (kind == DsoKind::memory) kind = buildid::classify(fields.name, fields.in_kernel(), 0);
    std::string_view name = fields.name;
    // A 32-bit process calls its vdso by the same name, but it is another object.
    if (kind == DsoKind::vdso && fields.start >> 32 == 0) {
        kind = DsoKind::vdso32;
        name = "[vdso32]";
    }
    if (kind == DsoKind::kernel || kind == DsoKind::guest_kernel) name = buildid::without_symbol(name);
    std::string storage;
    std::int32_t machine = fields.in_guest() ? fields.pid : host_machine;
    Index index = find_or_add(machine, key_of(kind, name, storage), fields.file, [&](Dso &dso) {
        dso.name = name;
        dso.kind = kind;
        dso.cpumode = fields.cpumode;
    });
    dsos_[index].pid = fields.pid;
    dsos_[index].mapped = true;
    return index;
}

DsoTable::Index DsoTable::of(const perfdata::BuildIdRecord &record)
{
    namespace misc = perfdata::misc;
    bool in_kernel = record.cpumode == misc::kernel || record.cpumode == misc::guest_kernel;
    bool in_guest = record.cpumode == misc::guest_kernel || record.cpumode == misc::guest_user;
    DsoKind kind = buildid::classify(record.name, in_kernel, 0);
    // A path that is no module's stands for the kernel: a vmlinux.
    if (in_kernel && kind == DsoKind::module && record.name.starts_with("/") && buildid::module_stem(record.name).empty())
        kind = in_guest ? DsoKind::guest_kernel : DsoKind::kernel;
    std::string storage;
    return find_or_add(in_guest ? record.pid : host_machine, key_of(kind, record.name, storage), {}, [&](Dso &dso) {
        dso.name = record.name;
        dso.kind = kind;
        dso.cpumode = record.cpumode;
    });
}

const buildid::BuildId *DsoTable::table_id(const Dso &dso) const
{
    std::string_view key = dso.key.empty() ? std::string_view(dso.name) : std::string_view(dso.key);
    auto found = first_of_key_.find({dso.machine, key});
    for (Index index = found == first_of_key_.end() ? none : found->second; index != none; index = dsos_[index].next_of_name)
        if (dsos_[index].from_table) return &dsos_[index].id;
    return nullptr;
}

}  // namespace spile::inject
