// SPDX-License-Identifier: GPL-2.0
// For the backward ring's tests: records whose bytes tell who they are, and a model that
// knows which of them must be there.
#pragma once

#include "ring/backward_ring.hh"
#include "selftests/unit/ring_writer.hh"

namespace spile::backward_test {

using ring_test::pattern;
using ring_test::Stamped;

constexpr u32 least_words = BackwardLane::words(sizeof(Stamped));
constexpr u32 ring_bytes = BackwardLane::min_size;
constexpr u32 ring_words = ring_bytes / 4;

constexpr u32 payload_words(u32 words) { return words - SPILE_BACKWARD_HEADER_BYTES / 4; }

// With so many bytes for each CPU.
inline Result<Box<BackwardRing>> make_backward(u64 bytes)
{
    Vec<u64> sizes;
    TRY(sizes.reserve(spile_cpu_limit()));
    for (unsigned cpu = 0; cpu < spile_cpu_limit(); ++cpu)
        sizes.push_reserved(bytes);
    return BackwardRing::create(spile::move(sizes));
}

inline void fill_record(void *payload, u32 words, u64 id, u64 time)
{
    auto *record = static_cast<Stamped *>(payload);
    record->entry.word = SPILE_RECORD_RAW;
    record->id = id;
    record->time = time;
    for (u32 i = 0; i < payload_words(words) - sizeof(Stamped) / 4; ++i)
        record->words[i] = pattern(id, i);
}

inline u64 id_of(const BackwardWalk &at)
{
    return reinterpret_cast<const Stamped *>(at.entry())->id;
}

inline bool intact(const BackwardWalk &at)
{
    if (at.entry_bytes() < sizeof(Stamped))
        return false;
    const auto *record = reinterpret_cast<const Stamped *>(at.entry());
    if (record->entry.word != SPILE_RECORD_RAW || record->time != at.time())
        return false;
    for (u32 i = 0; i < (at.entry_bytes() - sizeof(Stamped)) / 4; ++i)
        if (record->words[i] != pattern(record->id, i))
            return false;
    return true;
}

// What one lane was asked to do since model.begin(), and what must be there therefore.
class Model {
  public:
    enum : u32 { room = 8192 };

    void begin(BackwardLane &lane)
    {
        lane_ = &lane;
        count_ = 0;
        written = discarded = lost = 0;
        start_ = lowest_ = lane.control.head;
    }
    // A reservation was made: its number.
    u32 reserved(void *payload, u32 words)
    {
        BackwardLane &lane = *lane_;
        i64 size = static_cast<i64>(lane.control.size);
        i64 offset = static_cast<u8 *>(payload) - SPILE_BACKWARD_HEADER_BYTES - lane.data();
        // The one place with this offset that nothing reserved since then can have passed.
        i64 head = lane.control.head;
        i64 position = head + ((offset - head) & (size - 1));
        if (position < lowest_)
            lowest_ = position;
        u32 number = count_++ % room;
        records_[number] = Known{position, words, 0, false};
        return number;
    }
    void committed(u32 number, u64 time)
    {
        records_[number].time = time;
        records_[number].there = true;
        ++written;
    }

    // Of all that was committed, how many nothing has overwritten.
    u64 remaining() const
    {
        u64 remaining = 0;
        for (u32 i = 0; i < min(count_, u32{room}); ++i)
            remaining += records_[i].there && records_[i].position + records_[i].words * 4 <= limit();
        return remaining;
    }
    // The records that a reader finds now: each intact, one below the other, and known to
    // have been committed. Their number, ~0 if one is wrong.
    u64 look(BackwardCopy &copy) const
    {
        if (!copy.take(*lane_))
            return 0;
        i64 newest = lane_->control.committed;
        u64 seen = 0;
        BackwardWalk walk = copy.walk();
        while (walk.next()) {
            const Known &known = records_[id_of(walk) % room];
            if (!intact(walk) || !known.there || known.time != walk.time() ||
                known.words * 4 != walk.bytes() ||
                known.position != newest + static_cast<i64>(walk.offset()))
                return ~u64{0};
            ++seen;
        }
        return walk.malformed() ? ~u64{0} : seen;
    }
    // While no writer is inside: all that must be there is there, and the counts say so.
    bool agrees(BackwardRing &ring, BackwardCopy &copy) const
    {
        const spile_backward_control &control = lane_->control;
        if (control.writer.nest || control.committed != control.head)
            return false;
        u64 there = remaining();
        RingStats stats = ring.stats(control.cpu);
        return look(copy) == there && stats.written == written && stats.entries == there &&
               stats.overrun == written - there &&
               control.discarded - control.at_start.discarded == discarded &&
               stats.commit_overrun + stats.paused == lost;
    }

    u64 written = 0, discarded = 0, lost = 0;

  private:
    struct Known {
        i64 position;
        u32 words;
        u64 time;
        bool there;
    };
    i64 limit() const
    {
        i64 limit = lowest_ + static_cast<i64>(lane_->control.size);
        return limit < start_ ? limit : start_;
    }

    BackwardLane *lane_ = nullptr;
    i64 start_ = 0;
    i64 lowest_ = 0; // that was ever reserved
    u32 count_ = 0;
    Known records_[room];
};

// A reservation of `words`, 4 bytes each, header included.
template <typename Step = NoBackwardSteps> struct Pending {
    BackwardLane &lane;
    Model &model;
    u32 words;
    u64 time = 0;
    void *payload;
    u32 number = 0;

    Pending(BackwardLane &lane, Model &model, u32 words, u64 &clock)
        : lane(lane), model(model), words(words),
          payload(lane.reserve<Step>(words, [&] { return time = ++clock; }))
    {
        if (payload)
            number = model.reserved(payload, words);
        else
            ++model.lost;
    }
    explicit operator bool() const { return payload; }
    void commit()
    {
        fill_record(payload, words, number, time);
        model.committed(number, time); // whoever publishes it
        lane.leave<Step>();
    }
    void discard()
    {
        // Whatever was written into it must not show.
        fill_record(payload, words, ~0ull, 0);
        ++model.discarded;
        lane.discard<Step>(payload, words);
    }
};

template <typename Step = NoBackwardSteps>
bool write(BackwardLane &lane, Model &model, u32 words, u64 &clock)
{
    Pending<Step> record(lane, model, words, clock);
    if (record)
        record.commit();
    return bool(record);
}

// Writes until `left` words are left to the memory's begin.
inline void move_head(BackwardLane &lane, Model &model, u32 left, u64 &clock)
{
    for (;;) {
        u32 now = (static_cast<u32>(lane.control.head) & lane.control.writer.mask) / 4;
        u32 from = now ? now : static_cast<u32>(lane.control.size / 4);
        if (now == left || (!now && from == left))
            return;
        u32 over = from > left ? from - left : from;
        // What remains must be 0 or enough for another.
        write(lane, model, over < 2 * least_words ? max(over, least_words) : least_words, clock);
    }
}

} // namespace spile::backward_test
