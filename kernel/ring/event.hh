// SPDX-License-Identifier: GPL-2.0
// Events within a sub-buffer: their headers, and a walk over them.
// Layout: include/uapi/spile/page.h.
#pragma once

#include "base/types.hh"
#include "uapi/spile/page.h"

namespace spile {

// A record that is taken back after others were reserved behind it must hold a padding
// header with its length; and no sub-buffer has more events than a Fill can count.
constexpr u32 min_event_words = 4;
constexpr u32 max_small_words = SPILE_EVENT_MAX_SMALL + 1;
constexpr u32 time_extend_words = 2;

// Words of 4 bytes that an event with `payload_bytes` of data takes, header included.
[[gnu::always_inline]] constexpr u32 event_words(u32 payload_bytes)
{
    u32 words = (payload_bytes + 3) / 4;
    if (payload_bytes > SPILE_EVENT_MAX_SMALL_BYTES)
        return words + 2;
    return max(words + 1, min_event_words);
}

constexpr bool fits_delta(u64 delta) { return delta >> SPILE_EVENT_DELTA_BITS == 0; }

// Writes the header of an event of `words`; where its data goes.
[[gnu::always_inline, gnu::returns_nonnull]] inline u32 *put_event(u32 *at, u32 words, u32 delta)
{
    if (words <= max_small_words) {
        at[0] = (words - 1) | delta << SPILE_EVENT_TYPE_BITS;
        return at + 1;
    }
    at[0] = delta << SPILE_EVENT_TYPE_BITS;
    at[1] = (words - 1) * 4;
    return at + 2;
}

inline u32 *put_time_extend(u32 *at, u64 delta)
{
    constexpr u32 low = (1u << SPILE_EVENT_DELTA_BITS) - 1;
    at[0] = SPILE_EVENT_TIME_EXTEND | (static_cast<u32>(delta) & low) << SPILE_EVENT_TYPE_BITS;
    at[1] = static_cast<u32>(delta >> SPILE_EVENT_DELTA_BITS);
    return at + time_extend_words;
}

// Makes an event of `words` one that readers pass over. Its delta stays, but 0 would mean
// that the page ends here: it becomes 1.
inline void put_discarded(u32 *at, u32 words)
{
    u32 delta = max(at[0] >> SPILE_EVENT_TYPE_BITS, 1u);
    at[0] = SPILE_EVENT_PADDING | delta << SPILE_EVENT_TYPE_BITS;
    at[1] = (words - 1) * 4;
}

// Ends a page with `bytes` of events out of `capacity`: says in its header that `lost` ones
// came before the first, and how many, where there is room behind the last. The bytes of
// that count.
inline u32 put_commit(spile_page &page, u32 bytes, u32 capacity, u64 lost)
{
    page.commit = bytes;
    if (!lost)
        return 0;
    page.commit |= SPILE_PAGE_MISSED_EVENTS;
    if (capacity - bytes < sizeof(lost))
        return 0;
    page.commit |= SPILE_PAGE_MISSED_STORED;
    __builtin_memcpy(page.data + bytes, &lost, sizeof(lost));
    return sizeof(lost);
}

// Walks the records of `bytes` of events that nobody vouches for: a copy may be torn.
class EventWalk {
  public:
    constexpr EventWalk() = default;
    // `time`: of what stands before `at`, that is, the page's where `at` is 0.
    EventWalk(const u8 *events, u32 bytes, u64 time, u32 at = 0)
        : events_(events), bytes_(bytes), at_(at), time_(time)
    {
    }

    // Moves to the next record. False: there is none, or the rest is no sequence of events.
    bool next();
    bool malformed() const { return malformed_; }

    const u8 *payload() const { return payload_; }
    u32 payload_bytes() const { return payload_bytes_; }
    u64 time() const { return time_; }
    // Where the next event begins.
    u32 position() const { return at_; }

  private:
    u32 word(u32 at) const { return *reinterpret_cast<const u32 *>(events_ + at); }
    bool fail()
    {
        malformed_ = true;
        at_ = bytes_;
        return false;
    }

    const u8 *events_ = nullptr;
    u32 bytes_ = 0;
    u32 at_ = 0;
    u64 time_ = 0;
    const u8 *payload_ = nullptr;
    u32 payload_bytes_ = 0;
    bool malformed_ = false;
};

} // namespace spile
