// SPDX-License-Identifier: GPL-2.0
// Cursor: a place in a lane and a copy of one block's records from there. It knows
// when the copy can be trusted. Task context; one thread at a time.
#pragma once

#include "lane.hh"

namespace spile {

// What becomes of the records that are copied.
enum class Claim : u8 {
    none,    // they stay for others
    records, // they are the cursor's alone
};

class Cursor {
  public:
    constexpr Cursor() = default;

    // First byte that was not copied yet.
    u64 position() const { return position_; }
    void set_position(u64 position) { position_ = position; }
    // Starts as a copy of `other`: same place, same records still to be handed out.
    void copy_from(const Cursor &other);

    // The next record of the copy; nullptr when all were handed out.
    const spile_record *peek() const
    {
        return left_ ? reinterpret_cast<const spile_record *>(page_ + at_) : nullptr;
    }
    void advance();
    u32 left() const { return left_; }
    u32 left_bytes() const { return left_ ? (end_ - at_) * 8 : 0; }
    void drop() { left_ = 0; }

    // Copies the next block that has records before `limit` (at most `committed` as it
    // was loaded with acquire). False: nothing there, or writers were faster for many
    // times in a row; a later call goes on. Visitor learns of each block on the way:
    //   visit(index, gone, overwritten)  its state says so
    //   claimed(index, events)           so many are the cursor's now
    template <typename Visitor>
    bool fill(Lane &lane, u64 limit, Claim claim, Visitor &&visitor);

    // Time of the first record from `position` on, without copying. False: none.
    static bool first_time(const Lane &lane, u64 position, u64 &time_ns);

  private:
    enum : u32 { malformed = ~0u };

    // From `position` to the first block that is not overwritten; its state.
    template <typename Visitor>
    static bool locate(const Lane &lane, u64 &position, u64 limit, u64 &state, Visitor &visitor);
    void copy(const Lane &lane, u64 stop);
    u32 count() const;
    void skip_padding();

    u64 position_ = 0;
    u32 at_ = 0;   // words
    u32 end_ = 0;  // words
    u32 left_ = 0; // records
    u64 page_[block_bytes / 8] = {};
};

template <typename Visitor>
bool Cursor::locate(const Lane &lane, u64 &position, u64 limit, u64 &state, Visitor &visitor)
{
    u64 bytes = lane.mask + 1;
    // Whole laps at once, but for one: the visitor must meet each block that was
    // overwritten before it meets one that was not.
    u64 end = block_ceil(limit);
    if (end > 2 * bytes && position < end - 2 * bytes) {
        u64 laps = (end - bytes - position) / bytes - 1;
        if (laps)
            position = block_floor(position) + laps * bytes;
    }
    while (position < limit) {
        u32 index = lane.index_of(position);
        state = load_acquire(lane.states[index]);
        bool overwritten = state_lap(state) != lane.lap_of(position);
        visitor.visit(index, state_gone(state), overwritten);
        if (!overwritten)
            return true;
        position = block_floor(position) + block_bytes;
    }
    return false;
}

template <typename Visitor>
bool Cursor::fill(Lane &lane, u64 limit, Claim claim, Visitor &&visitor)
{
    left_ = 0;
    for (unsigned attempts = 0; attempts < 64; ++attempts) {
        u64 state;
        if (!locate(lane, position_, limit, state, visitor))
            return false;
        u32 index = lane.index_of(position_);
        u64 stop = min(limit, block_floor(position_) + block_bytes);
        copy(lane, stop);
        u32 events = count();
        if (events == malformed) { // torn: the block was overwritten meanwhile
            if (load_acquire(lane.states[index]) == state)
                position_ = stop; // cannot be; but do not stand still for ever
            continue;
        }
        // With nothing taken the exchange still tells that the copy is sound.
        u32 taken = claim == Claim::records ? events : 0;
        if (!compare_exchange(lane.states[index], state,
                              lane_state(state_lap(state), state_gone(state) + taken)))
            continue;
        if (taken)
            visitor.claimed(index, taken);
        position_ = stop;
        left_ = events;
        if (left_) {
            skip_padding();
            return true;
        }
    }
    return false;
}

} // namespace spile
