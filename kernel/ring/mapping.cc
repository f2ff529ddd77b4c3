// SPDX-License-Identifier: GPL-2.0
#include "ring/mapping.hh"

#include "base/atomic.hh"

namespace spile {

Result<void> Mapping::add_user(u32 order, u32 sub_buffers, unsigned cpu)
{
    if (!users_) {
        page_ = TRY(PageMemory::create(order, cpu));
        meta().meta_page_size = page_.bytes();
        meta().meta_struct_len = sizeof(spile_ring_meta);
        meta().subbuf_size = page_.bytes();
        meta().nr_subbufs = sub_buffers;
    }
    ++users_;
    return Ok{};
}

void Mapping::remove_user()
{
    if (!--users_)
        page_ = PageMemory();
}

void Mapping::set_lost(u64 events)
{
    if (users_)
        store_relaxed(meta().reader.lost_events, events);
}

void Mapping::show(u32 reader, u32 read_bytes, const RingStats &stats)
{
    store_relaxed(meta().reader.id, reader);
    store_relaxed(meta().reader.read, read_bytes);
    store_relaxed(meta().entries, stats.written);
    store_relaxed(meta().overrun, stats.overrun);
    store_relaxed(meta().read, stats.read);
}

} // namespace spile
