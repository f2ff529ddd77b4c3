// SPDX-License-Identifier: GPL-2.0
#include "ring/backward_walk.hh"

namespace spile {

bool BackwardWalk::next()
{
    while (count_ - next_ >= sizeof(u32)) {
        u32 word = *reinterpret_cast<const u32 *>(bytes_ + next_);
        u32 bytes = word & SPILE_BACKWARD_BYTES_MASK;
        bool padding = word & SPILE_BACKWARD_PADDING;
        u32 least = padding ? sizeof(u32) : sizeof(spile_backward_record);
        if (bytes < least) {
            malformed_ = true;
            next_ = count_;
            return false;
        }
        if (bytes > count_ - next_) // the rest was overwritten
            break;
        at_ = next_;
        next_ += bytes;
        if (!padding)
            return true;
    }
    next_ = count_;
    return false;
}

// A race by design: a writer may be overwriting the bytes. They are believed only when it
// is known that none was.
__attribute__((no_sanitize("thread"))) BackwardContent content_of(const BackwardLane &lane)
{
    BackwardContent content;
    const spile_backward_control &control = lane.control;
    if (!lane.has_memory())
        return content;
    i64 start = load_relaxed(control.start);
    for (i64 at = load_acquire(control.committed);;) {
        if (start - at < static_cast<i64>(sizeof(u32)))
            return content;
        u64 offset = static_cast<u64>(at) & (control.size - 1);
        u64 left = control.size - offset; // to the memory's end, which no record passes
        u32 word = *reinterpret_cast<const volatile u32 *>(lane.data() + offset);
        bool padding = word & SPILE_BACKWARD_PADDING;
        u64 time = 0;
        if (!padding && left >= sizeof(spile_backward_record)) {
            auto *at_time = reinterpret_cast<const volatile u32 *>(lane.data() + offset + sizeof(u32));
            time = at_time[0] | u64{at_time[1]} << 32;
        }
        u32 bytes = word & SPILE_BACKWARD_BYTES_MASK;
        if (!bytes || bytes > left || at + i64{bytes} > sound_limit(lane))
            return content;
        at += bytes;
        if (padding)
            continue;
        ++content.records;
        content.bytes += bytes;
        content.oldest_time = time;
    }
}

} // namespace spile
