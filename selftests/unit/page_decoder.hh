// SPDX-License-Identifier: GPL-2.0
// Records of a page as another program decodes them: from uapi/spile/page.h, and nothing
// of the ring's own.
#pragma once

#include "base/types.hh"
#include "uapi/spile/page.h"

namespace spile::ring_test {

class PageDecoder {
  public:
    // What is behind the last event: in a page of its own nothing, in a sub-buffer what was
    // there before.
    enum Behind : u8 { zeroes, anything };
    PageDecoder(const void *page, u32 page_bytes, Behind behind = zeroes)
        : page_(static_cast<const u8 *>(page))
    {
        time_ = number(page_, 8);
        u64 commit = number(page_ + 8, 8);
        bytes_ = static_cast<u32>(commit & 0xfffff);
        missed_ = commit >> 31 & 1;
        bool stored = commit >> 30 & 1;
        broken_ = commit >> 32 || bytes_ > page_bytes - 16 || bytes_ % 4 || (stored && !missed_) ||
                  (stored && bytes_ + 8 > page_bytes - 16);
        if (broken_)
            bytes_ = 0;
        else if (stored)
            missed_events_ = number(page_ + 16 + bytes_, 8);
        u32 used = 16 + bytes_ + (stored ? 8 : 0);
        for (u32 i = used; i < page_bytes && !broken_ && behind == zeroes; ++i)
            broken_ = page_[i] != 0;
    }

    // False: no more, or broken().
    bool next()
    {
        while (at_ < bytes_ && !broken_) {
            const u8 *event = page_ + 16 + at_;
            u64 header = number(event, 4);
            u64 kind = header % 32, delta = header / 32;
            u32 length;
            switch (kind) {
            case 29: // padding
                if (delta == 0) {
                    at_ = bytes_;
                    continue;
                }
                time_ += delta;
                length = 4 + static_cast<u32>(number(event + 4, 4));
                break;
            case 30: // time extension
                time_ += delta + (number(event + 4, 4) << 27);
                length = 8;
                break;
            case 31:
                time_ = delta + (number(event + 4, 4) << 27);
                length = 8;
                break;
            case 0:
                time_ += delta;
                length = 4 + static_cast<u32>(number(event + 4, 4));
                payload_ = event + 8;
                payload_bytes_ = length - 8;
                break;
            default:
                time_ += delta;
                length = static_cast<u32>(4 + 4 * kind);
                payload_ = event + 4;
                payload_bytes_ = length - 4;
                break;
            }
            if (length < 8 || length % 4 || length > bytes_ - at_) {
                broken_ = true;
                break;
            }
            at_ += length;
            if (kind < 29)
                return true;
        }
        return false;
    }
    const u8 *payload() const { return payload_; }
    u32 payload_bytes() const { return payload_bytes_; }
    u64 time() const { return time_; }
    // Where the next begins, in bytes of events.
    u32 position() const { return at_; }

    // Not of the format, or without zeroes behind its end.
    bool broken() const { return broken_; }
    bool missed() const { return missed_; }
    u64 missed_events() const { return missed_events_; } // 0: not said
    u32 bytes() const { return bytes_; }

  private:
    static u64 number(const u8 *from, u32 bytes)
    {
        u64 value = 0;
        while (bytes--)
            value = value << 8 | from[bytes];
        return value;
    }

    const u8 *page_;
    u32 bytes_ = 0;
    u32 at_ = 0;
    u64 time_ = 0;
    bool broken_ = false;
    bool missed_ = false;
    u64 missed_events_ = 0;
    const u8 *payload_ = nullptr;
    u32 payload_bytes_ = 0;
};

} // namespace spile::ring_test
