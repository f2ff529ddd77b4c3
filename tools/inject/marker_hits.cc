// SPDX-License-Identifier: GPL-2.0
// Marker's part that looks up where samples hit.
#include "inject/marker.h"

#include "inject/mapping_tag.h"
#include "perfdata/abi.h"

namespace spile::inject {

using perfdata::ByteOrder;
using perfdata::Record;
namespace misc = perfdata::misc;
namespace context = perfdata::context;

static constexpr std::uint64_t deepest_callchain = 127;  // what perf follows at most

void Marker::on_sample(const Record &record, ByteOrder order)
{
    const perfdata::SampleLayout *layout = layouts_.of(record.bytes, record.type, record.size, order);
    if (layout == nullptr || record.size < static_cast<std::size_t>(layout->variable)) return;
    std::int32_t pid = -1, tid = -1;
    if (layout->tid >= 0) {
        pid = static_cast<std::int32_t>(order.u32(record.bytes + layout->tid));
        tid = static_cast<std::int32_t>(order.u32(record.bytes + layout->tid + 4));
    }
    Hit hit{record, *layout, order, pid, tid};
    if (layout->ip >= 0) {
        std::uint16_t cpumode = order.u16(record.bytes + 4) & misc::cpumode_mask;
        hit_address(hit, cpumode, order.u64(record.bytes + layout->ip));
    }
    if (follow_callchains_ && layouts_.any_callchain()) hit_callchain(hit);
}

void Marker::hit_address(const Hit &hit, std::uint16_t cpumode, std::uint64_t address)
{
    const AddressSpace *space = nullptr;
    switch (cpumode) {
    case misc::user:
        if (hit.pid == settled_pid_ && address >= settled_start_ && address < settled_end_) return;
        space = processes_.find(hit.pid);
        break;
    case misc::kernel: space = &kernel_; break;
    case misc::guest_kernel:
    case misc::guest_user: space = guests_.find(hit.pid); break;
    default: break;
    }
    const Mapping *mapping = space == nullptr ? nullptr : space->find(address);
    if (mapping == nullptr) return;
    hit_mapping(hit, cpumode, *mapping);
    if (cpumode != misc::user) return;
    settled_pid_ = hit.pid;
    settled_start_ = mapping->start;
    settled_end_ = mapping->end;
}

void Marker::hit_callchain(const Hit &hit)
{
    const perfdata::SampleLayout *exact = layouts_.exact(hit.record.bytes, hit.record.type, hit.record.size, hit.order);
    auto chain = exact->callchain(hit.record.bytes, hit.record.size, hit.order);
    std::uint16_t cpumode = misc::user;
    for (std::uint64_t i = 0, depth = 0; i < chain.count && depth < deepest_callchain; ++i) {
        std::uint64_t address = hit.order.u64(chain.first + i * 8);
        if (address < context::first) {
            hit_address(hit, cpumode, address);
            ++depth;
            continue;
        }
        switch (address) {
        case context::user: cpumode = misc::user; break;
        case context::kernel: cpumode = misc::kernel; break;
        case context::hypervisor: cpumode = misc::hypervisor; break;
        case context::guest_kernel: cpumode = misc::guest_kernel; break;
        case context::guest:
        case context::guest_user: cpumode = misc::guest_user; break;
        default: return;  // a context unknown here: what follows cannot be told
        }
    }
}

void Marker::hit_mapping(const Hit &hit, std::uint16_t cpumode, const Mapping &mapping)
{
    if ((mapping.tag & mapping_tag::settled) != 0) return;
    mapping.tag |= mapping_tag::settled;
    if (options_.style == Style::mmap2_hit) release(hit, mapping);
    else mark(mapping.dso, cpumode, (mapping.tag & mapping_tag::hugetlb) != 0, hit.order);
}

// Writes the MMAP that was held back, now that a sample hits what is left of its
// range, as one of the process that was hit and with the sample's time.
void Marker::release(const Hit &hit, const Mapping &mapping)
{
    namespace at = perfdata::mmap_at;
    Dso &dso = dsos_[mapping.dso];
    dso.hit = true;
    std::uint32_t which = mapping.tag & mapping_tag::record;
    if (which == mapping_tag::no_record) return;

    ByteOrder order = hit.order;
    std::vector<std::uint8_t> bytes = held_back_[which];
    Record record{bytes.data(), order.u32(bytes.data()), static_cast<std::uint16_t>(bytes.size())};
    std::uint64_t moved = mapping.start - order.u64(bytes.data() + at::start);
    order.store(bytes.data() + at::start, mapping.start);
    order.store(bytes.data() + at::len, mapping.end - mapping.start);
    order.store(bytes.data() + at::pgoff, order.u64(bytes.data() + at::pgoff) + moved);
    auto fields = perfdata::MmapRecord::parse(record, order);
    if (!fields) return;
    if (!fields->in_kernel()) {
        order.store(bytes.data() + at::pid, static_cast<std::uint32_t>(hit.pid));
        order.store(bytes.data() + at::tid, static_cast<std::uint32_t>(hit.tid));
    }
    // The trailer keeps all but its time, which would otherwise put the record
    // before others that are written already.
    const perfdata::SampleLayout &layout = hit.layout;
    auto trailer_bytes = static_cast<std::size_t>(layout.trailer_bytes);
    auto trailer = perfdata::trailer_of(record, trailer_bytes, fields->name_at);
    if (!trailer.empty() && layout.trailer_time >= 0 && layout.time >= 0)
        order.store(bytes.data() + bytes.size() - layout.trailer_time, order.u64(hit.record.bytes + layout.time));
    bool with_id = (mapping.tag & mapping_tag::hugetlb) == 0 && !fields->id && has_id(dso);
    buildid::BuildId id = with_id ? dso.id : buildid::BuildId();
    if (!perfdata::encode_with_build_id(added_, record, *fields, id, trailer, order))
        added_.insert(added_.end(), bytes.begin(), bytes.end());
}

}  // namespace spile::inject
