// SPDX-License-Identifier: GPL-2.0
#include "ring/snapshot_part.hh"

namespace spile {

Result<void> SnapshotPart::begin(CpuBuffer &buffer)
{
    if (!buffer.has_memory())
        return Ok{};
    Lane &lane = buffer.lane();
    order_ = lane.order;
    copy_ = static_cast<u8 *>(spile_alloc(lane.buffer_bytes()));
    if (!copy_)
        return Errno::no_memory;
    const Consumer &consumer = buffer.consumer();
    const SubBuffer &at = *consumer.buffer();
    bool complete = consumer.is_complete(lane);
    stop_seq_ = load_acquire(lane.committed_seq);
    u32 bytes = consumer.readable_bytes();
    copy(at, bytes);
    walk_ = EventWalk(copy_, bytes, consumer.read_time(), consumer.read_bytes());
    expected_ = consumer.expected();
    next_seq_ = at.seq + 1;
    if (!complete) { // it may have become so meanwhile: then a later look finds more
        stop_seq_ = at.seq;
        return Ok{};
    }
    // What is gone before the walk begins is overrun, not a loss of this reader.
    u32 oldest = stop_seq_ - lane.count + 1;
    if (static_cast<i32>(next_seq_ - oldest) < 0)
        next_seq_ = oldest;
    Slot stop(load_acquire(lane.slots[consumer.slot_of(lane, stop_seq_)]));
    stop_bytes_ = static_cast<u32>(load_acquire(lane.buffers[stop.index()].page->commit));
    if (!walk_.next()) {
        fill(buffer);
        lost_ = 0;
    } else {
        peeked_ = true;
    }
    return Ok{};
}

// A race by design: a writer may be overwriting the bytes. The copy is looked at only when
// it is known that none was. Volatile, so that the compiler makes no memcpy() of it, which
// the thread sanitizer would see.
__attribute__((no_sanitize("thread"), noinline)) void SnapshotPart::copy(const SubBuffer &from,
                                                                         u32 bytes)
{
    auto *source = reinterpret_cast<const volatile u32 *>(from.page->data);
    u32 *to = reinterpret_cast<u32 *>(copy_);
    for (u32 i = 0; i < bytes / 4; ++i)
        to[i] = source[i];
}

// Under the reader mutex. Copies the next sub-buffer that is still there.
bool SnapshotPart::fill(CpuBuffer &buffer)
{
    Lane &lane = buffer.lane();
    const Consumer &consumer = buffer.consumer();
    if (lane.order != order_)
        return false; // all that was there is gone
    while (static_cast<i32>(stop_seq_ - next_seq_) >= 0) {
        const SubBuffer *from = consumer.buffer();
        u64 *place = nullptr;
        u64 raw = 0;
        if (from->seq != next_seq_) {
            if (static_cast<i32>(next_seq_ - from->seq) < 0) { // consumed meanwhile
                next_seq_ = from->seq;
                continue;
            }
            u32 oldest = load_acquire(lane.committed_seq) - lane.count + 1;
            if (static_cast<i32>(next_seq_ - oldest) < 0) {
                next_seq_ = oldest;
                continue;
            }
            place = &lane.slots[consumer.slot_of(lane, next_seq_)];
            raw = load_acquire(*place);
            if (Slot(raw).seq() != next_seq_ || Slot(raw).is_taken()) {
                ++next_seq_;
                continue;
            }
            from = &lane.buffers[Slot(raw).index()];
        }
        u32 bytes = static_cast<u32>(load_acquire(from->page->commit)) & SPILE_PAGE_COMMIT_MASK;
        if (next_seq_ == stop_seq_)
            bytes = min(bytes, stop_bytes_);
        bytes = min(bytes, lane.buffer_bytes() - SPILE_PAGE_HEADER_BYTES);
        u64 time = load_relaxed(from->page->time_stamp);
        u64 first = load_relaxed(from->first);
        copy(*from, bytes);
        // If the slot is still the same, nobody wrote; the exchange orders the loads before it.
        if (place && !compare_exchange(*place, raw, raw))
            continue;
        ++next_seq_;
        walk_ = EventWalk(copy_, bytes, time);
        // What consuming readers took is no loss.
        u64 taken = min(consumer.expected(), first);
        if (first > expected_)
            lost_ += first - max(expected_, taken);
        expected_ = first;
        peeked_ = walk_.next();
        if (peeked_)
            return true;
    }
    return false;
}

const EventWalk *SnapshotPart::peek(CpuBuffer &buffer, Mutex &mutex)
{
    if (!copy_)
        return nullptr;
    if (!peeked_)
        peeked_ = walk_.next();
    if (!peeked_) {
        Locked locked(mutex);
        if (!fill(buffer))
            return nullptr;
    }
    return &walk_;
}

void SnapshotPart::advance()
{
    peeked_ = false;
    lost_ = 0;
    ++expected_;
}

} // namespace spile
