// SPDX-License-Identifier: GPL-2.0
#include "ring/cursor.hh"

namespace spile {

namespace {

u32 words_of(u64 word) { return static_cast<u32>(word >> SPILE_RECORD_WORDS_SHIFT); }

bool is_padding(u64 word)
{
    return (word >> SPILE_RECORD_TYPE_SHIFT & SPILE_RECORD_TYPE_MASK) == SPILE_RECORD_PADDING;
}

// A race by design: a writer may be overwriting the bytes. What was read is used only
// after the block's state has shown that no writer was. Volatile, so that the compiler
// makes no memcpy() of it, which the thread sanitizer would see.
__attribute__((no_sanitize("thread"), noinline)) void copy_racy(u64 *to, const u64 *from, u32 words)
{
    const volatile u64 *source = from;
    for (u32 i = 0; i < words; ++i)
        to[i] = source[i];
}

struct Indifferent {
    void visit(u32, u32, bool) {}
    void claimed(u32, u32) {}
};

} // namespace

void Cursor::copy_from(const Cursor &other)
{
    position_ = other.position_;
    at_ = other.at_;
    end_ = other.end_;
    left_ = other.left_;
    if (left_)
        for (u32 i = at_; i < end_; ++i)
            page_[i] = other.page_[i];
}

void Cursor::advance()
{
    at_ += words_of(page_[at_]);
    if (--left_)
        skip_padding();
}

// Only while a record is left.
void Cursor::skip_padding()
{
    while (is_padding(page_[at_]))
        at_ += words_of(page_[at_]);
}

void Cursor::copy(const Lane &lane, u64 stop)
{
    at_ = 0;
    end_ = static_cast<u32>((stop - position_) / 8);
    copy_racy(page_, reinterpret_cast<const u64 *>(lane.data + (position_ & lane.mask)), end_);
}

// Records in the copy that are no padding. Does not trust a byte of it.
u32 Cursor::count() const
{
    u32 events = 0;
    for (u32 at = 0; at < end_;) {
        u32 words = words_of(page_[at]);
        bool padding = is_padding(page_[at]);
        if (words < (padding ? 1u : 2u) || words > end_ - at)
            return malformed;
        events += !padding;
        at += words;
    }
    return events;
}

bool Cursor::first_time(const Lane &lane, u64 position, u64 &time_ns)
{
    Indifferent nobody;
    for (unsigned attempts = 0; attempts < 64; ++attempts) {
        u64 limit = load_acquire(lane.committed);
        u64 state;
        if (!locate(lane, position, limit, state, nobody))
            return false;
        u64 stop = min(limit, block_floor(position) + block_bytes);
        u64 at = position;
        u64 head[2] = {};
        while (at < stop) {
            copy_racy(head, reinterpret_cast<const u64 *>(lane.data + (at & lane.mask)), 1);
            u64 bytes = u64{words_of(head[0])} * 8;
            if (!bytes || bytes > stop - at || !is_padding(head[0]))
                break;
            at += bytes;
        }
        bool found = at < stop && !is_padding(head[0]) && stop - at >= sizeof(spile_record);
        if (found)
            copy_racy(head, reinterpret_cast<const u64 *>(lane.data + (at & lane.mask)), 2);
        // Orders the loads above before it, as the claim in fill() does.
        u64 same = state;
        if (!compare_exchange(const_cast<u64 &>(lane.states[lane.index_of(position)]), same, state))
            continue;
        if (found) {
            time_ns = head[1];
            return true;
        }
        position = stop;
    }
    return false;
}

} // namespace spile
