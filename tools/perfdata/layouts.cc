// SPDX-License-Identifier: GPL-2.0
#include "perfdata/layouts.h"

#include <string>

#include "perfdata/error.h"

namespace spile::perfdata {

static bool same_places(const SampleLayout &a, const SampleLayout &b)
{
    return a.ip == b.ip && a.tid == b.tid && a.time == b.time && a.trailer_time == b.trailer_time &&
           a.trailer_bytes == b.trailer_bytes;
}

void Layouts::add(const EventAttr &attr)
{
    constexpr std::size_t most_layouts = 256, most_ids = 4'000'000;
    SampleLayout layout(attr);
    std::uint32_t index = 0;
    while (index < layouts_.size() && !(layouts_[index] == layout)) ++index;
    if (index == layouts_.size()) {
        if (index == most_layouts)
            throw Error(Fault::damaged, "damaged: events of more than " + std::to_string(most_layouts) + " different layouts");
        layouts_.push_back(layout);
        alike_ = index == 0 || (alike_ && same_places(layout, layouts_.front()));
        any_callchain_ = any_callchain_ || layout.has_callchain;
    }
    // An id that is not found counts as one of the first layout.
    if (index == 0) {
        for (std::uint64_t id : attr.ids) by_id_.erase(id);
        return;
    }
    if (by_id_.size() + attr.ids.size() > most_ids)
        throw Error(Fault::damaged, "damaged: events with more than " + std::to_string(most_ids) + " ids");
    for (std::uint64_t id : attr.ids) by_id_.insert_or_assign(id, index);
}

const SampleLayout *Layouts::find(const std::uint8_t *bytes, std::uint32_t type, std::size_t size, ByteOrder order) const
{
    if (layouts_.empty()) return nullptr;
    // Events with different layouts put their id where all of them agree: in
    // IDENTIFIER, or else in the same place of ID. The first event's places do.
    const SampleLayout &first = layouts_.front();
    std::size_t at = 0;
    if (type == record::sample) {
        std::int16_t where = first.identifier >= 0 ? first.identifier : first.id;
        if (where < 0) return &first;
        at = static_cast<std::size_t>(where);
    } else {
        std::int16_t back = first.trailer_identifier >= 0 ? first.trailer_identifier : first.trailer_id;
        if (back < 0 || size < record_header_bytes + static_cast<std::size_t>(back)) return &first;
        at = size - static_cast<std::size_t>(back);
    }
    if (at + 8 > size) return &first;
    auto found = by_id_.find(order.u64(bytes + at));
    return found == by_id_.end() ? &first : &layouts_[found->second];
}

}  // namespace spile::perfdata
