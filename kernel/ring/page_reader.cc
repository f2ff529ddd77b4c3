// SPDX-License-Identifier: GPL-2.0
#include "ring/page_reader.hh"

namespace spile {

namespace {

// Behind the events there is nothing of what the memory held before.
void finish(PageMemory &page, u32 bytes, u64 lost)
{
    u32 capacity = page.bytes() - SPILE_PAGE_HEADER_BYTES;
    u32 used = bytes + put_commit(*page.get(), bytes, capacity, lost);
    __builtin_memset(page.get()->data + used, 0, capacity - used);
}

} // namespace

Result<void> PageReader::read(PageMemory &page, u32 room, PageKind kind)
{
    Lane &lane = buffer_.lane();
    Consumer &consumer = buffer_.consumer();
    if (!consumer.peek(lane))
        return Errno::again;
    // Completeness first: then what is readable is all there will be.
    bool complete = consumer.is_complete(lane);
    if (kind == PageKind::complete && !complete)
        return Errno::again;
    if (room <= SPILE_PAGE_HEADER_BYTES)
        return Errno::invalid;
    room -= SPILE_PAGE_HEADER_BYTES;
    if (!page || page.order() != lane.order)
        page = TRY(PageMemory::create(lane.order, buffer_.cpu()));

    u32 unread = consumer.readable_bytes() - consumer.read_bytes();
    bool whole = complete && !consumer.read_bytes() && room >= unread;
    if (kind == PageKind::complete && room < unread)
        return Errno::invalid;
    if (!whole || buffer_.is_mapped()) {
        TRY(copy(page, room, unread));
    } else {
        page.exchange(consumer.exchange(page.get()));
        finish(page, unread, consumer.tell_lost());
    }
    buffer_.show();
    return Ok{};
}

Result<void> PageReader::copy(PageMemory &page, u32 room, u32 unread)
{
    Consumer &consumer = buffer_.consumer();
    const u8 *from = consumer.buffer()->page->data + consumer.read_bytes();
    u64 time = consumer.read_time();
    EventWalk walk(from, unread, time);
    u32 bytes = 0, events = 0;
    u64 last = time;
    while (walk.next() && walk.position() <= room) {
        bytes = walk.position();
        last = walk.time();
        ++events;
    }
    if (!events)
        return Errno::invalid;

    page.get()->time_stamp = time;
    __builtin_memcpy(page.get()->data, from, bytes);
    consumer.skip(consumer.read_bytes() + bytes, events, last);
    finish(page, bytes, consumer.tell_lost());
    return Ok{};
}

bool PageReader::arm(u32 percent, PageKind kind)
{
    Lane &lane = buffer_.lane();
    const Consumer &consumer = buffer_.consumer();
    if ((!percent && kind == PageKind::any) || !buffer_.has_memory()) {
        lane.arm(SPILE_WAKE_CPU);
    } else {
        u32 filled = static_cast<u32>((u64{percent} * lane.count + 99) / 100);
        // The one that is being written is the last of them.
        lane.arm_at(consumer.buffer()->seq + max(filled, 1u));
    }
    return !is_filled(percent, kind);
}

bool PageReader::is_filled(u32 percent, PageKind kind)
{
    const Lane &lane = buffer_.lane();
    const Consumer &consumer = buffer_.consumer();
    if (consumer.empty(lane))
        return false;
    if (!percent && kind == PageKind::any)
        return true;
    if (!consumer.is_complete(lane))
        return false;
    u32 complete = consumer.complete_in_ring(lane);
    if (kind == PageKind::complete && !complete &&
        consumer.read_bytes() == consumer.readable_bytes())
        return false;
    return (u64{complete} + 1) * 100 >= u64{percent} * lane.count;
}

} // namespace spile
