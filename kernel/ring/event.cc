// SPDX-License-Identifier: GPL-2.0
#include "ring/event.hh"

namespace spile {

bool EventWalk::next()
{
    constexpr unsigned stamp_bits = 59;
    while (at_ < bytes_) {
        u32 left = bytes_ - at_;
        if (left < 4)
            return fail();
        u32 header = word(at_);
        u32 type_len = header & SPILE_EVENT_TYPE_MASK;
        u64 delta = header >> SPILE_EVENT_TYPE_BITS;
        if (type_len == SPILE_EVENT_PADDING && !delta) {
            at_ = bytes_;
            return false;
        }
        bool small = type_len && type_len <= SPILE_EVENT_MAX_SMALL;
        if (!small && left < 8)
            return fail();
        if (type_len == SPILE_EVENT_TIME_EXTEND || type_len == SPILE_EVENT_TIME_STAMP) {
            u64 value = delta | u64{word(at_ + 4)} << SPILE_EVENT_DELTA_BITS;
            if (type_len == SPILE_EVENT_TIME_EXTEND)
                time_ += value;
            else // the topmost bits are the page's
                time_ = (time_ >> stamp_bits << stamp_bits) | value;
            at_ += 8;
            continue;
        }
        u32 length = small ? 4 + type_len * 4 : 4 + word(at_ + 4);
        if (length > left || length % 4 || length < 8)
            return fail();
        time_ += delta;
        u32 head = small ? 4 : 8;
        payload_ = events_ + at_ + head;
        payload_bytes_ = length - head;
        at_ += length;
        if (type_len != SPILE_EVENT_PADDING)
            return true;
    }
    return false;
}

} // namespace spile
