// SPDX-License-Identifier: GPL-2.0
// Lane: one CPU's part of a ring, seen from its writers. Documentation/ring.md
// has the protocol with its proofs; in short:
//
//   head       moved by one local cmpxchg, which is the reservation
//   committed  all before it is complete; published by the outermost writer only
//   nest       writers inside, one interrupting the other
//   states[b]  {lap, gone}: which lap of the ring block b belongs to, and how many
//              of all events ever put into b are gone (read or overwritten)
//   events[b]  events ever put into block b (mod 2^32)
//
// A writer that is about to enter block b of a new lap moves states[b] to
// {lap + 1, events[b]}. A reader that copied n events out of b moves it to
// {lap, gone + n}. Both by a locked cmpxchg: an event is taken by one of them.
//
// Memory order. Writers of a lane share a CPU: between them only the compiler
// must be held back. Towards readers: `committed` is stored with release and
// loaded with acquire. A reader's exchange is a release behind its last load from the
// block, a take-over an acquire before its first store into it; they change one word,
// so when the reader's succeeds, the take-over comes after it and reads what it wrote.
// Then no load of the copy can have seen a byte of the new lap.
#pragma once

#include "arch/local.hh"
#include "base/atomic.hh"
#include "base/types.hh"
#include "glue/ring.h"
#include "uapi/spile/record.h"

namespace spile {

constexpr u32 block_shift = 12;
constexpr u64 block_bytes = u64{1} << block_shift;
static_assert(block_bytes == SPILE_BLOCK_BYTES);

// Where a writer may be interrupted. Tests put nested writers there.
enum class RingStep : u8 {
    entered,        // nest is up, nothing else done
    before_head,    // a place was chosen, not reserved
    reserved,       // reserved, not counted
    counted,        // counted in events[], not written
    before_pad,     // reserved in the next block, rest of the old one not yet padding
    before_take,    // the old lap's total was read, block not taken over
    taken,          // block taken over, its loss not counted
    commit,         // written, nest still up
    before_publish, // head was read, `committed` not stored
    published,      // `committed` stored, nest still up
    left,           // nest is 0, head not looked at again
};

struct NoSteps {
    static void at(RingStep) {}
};

constexpr u64 block_floor(u64 position) { return position & ~(block_bytes - 1); }
constexpr u64 block_ceil(u64 position) { return block_floor(position + block_bytes - 1); }

constexpr u64 lane_state(u32 lap, u32 gone) { return u64{lap} << 32 | gone; }
constexpr u32 state_lap(u64 state) { return static_cast<u32>(state >> 32); }
constexpr u32 state_gone(u64 state) { return static_cast<u32>(state); }

struct alignas(64) Lane {
    // One cache line for the hit path.
    u64 head;      // next free byte, counted from the ring's creation
    u64 committed; // readers may copy up to here
    u8 *data;      // constant from here to `events`
    u64 mask;      // bytes in the lane - 1
    u32 *events;
    u32 nest;
    u32 wake; // set by a reader that is about to wait, cleared by the writer that wakes it
    u64 *states;
    void *cookie;

    // Block crossings and losses.
    u32 lap_shift; // log2 of the lane's bytes
    u32 keep_old;  // 1: drop new events rather than overwrite unread ones
    u64 overrun;
    u64 commit_overrun;
    u64 dropped;
    u64 refused; // larger than a block

    u32 index_of(u64 position) const { return (position & mask) >> block_shift; }
    u32 lap_of(u64 position) const { return static_cast<u32>(position >> lap_shift); }

    template <typename Step = NoSteps> spile_record *reserve(u64 bytes);
    // reserve() in two parts, for callers that want no call but a tail call beside the
    // straight path: when the first gives nothing, the second must follow.
    template <typename Step = NoSteps> bool reserve_fast(u64 bytes, spile_record *&record);
    template <typename Step = NoSteps> spile_record *reserve_slow(u64 bytes);
    template <typename Step = NoSteps> void leave();
    template <typename Step = NoSteps> void discard(spile_record *record);

  private:
    template <typename Step> spile_record *count(u64 start);
    template <typename Step> bool enter_block(u64 start);
    template <typename Step> void publish();
    void wake_readers();
};

// Room for a record of `bytes` (a multiple of 8, 16 .. block_bytes), nullptr when the
// event is lost (and counted). On success leave() or discard() must follow.
// Contexts: task, softirq, IRQ, NMI. Preemption: off. Locks: none. Allocation: none.
template <typename Step> [[gnu::always_inline]] inline spile_record *Lane::reserve(u64 bytes)
{
    spile_record *record;
    return __builtin_expect(reserve_fast<Step>(bytes, record), 1) ? record
                                                                  : reserve_slow<Step>(bytes);
}

// Contract: as reserve().
template <typename Step>
[[gnu::always_inline]] inline bool Lane::reserve_fast(u64 bytes, spile_record *&record)
{
    nest = nest + 1; // whoever interrupts this puts back what it found
    compiler_barrier();
    Step::at(RingStep::entered);

    u64 start = load_relaxed(head);
    u64 end = start + bytes;
    Step::at(RingStep::before_head);
    // start - 1: a record that begins a block has to enter it, too.
    if (__builtin_expect((start - 1) >> block_shift != (end - 1) >> block_shift, 0) ||
        __builtin_expect(!local_compare_exchange(head, start, end), 0))
        return false;
    record = count<Step>(start);
    return true;
}

template <typename Step> [[gnu::always_inline]] inline spile_record *Lane::count(u64 start)
{
    Step::at(RingStep::reserved);
    u64 at = start & mask;
    local_inc(events[at >> block_shift]);
    Step::at(RingStep::counted);
    return reinterpret_cast<spile_record *>(data + at);
}

// Contract: as reserve().
template <typename Step> [[gnu::noinline]] spile_record *Lane::reserve_slow(u64 bytes)
{
    u64 old = load_relaxed(head);
    u64 start;
    do {
        start = old;
        if ((start - 1) >> block_shift != (start + bytes - 1) >> block_shift) {
            start = block_ceil(start);
            if (!enter_block<Step>(start)) {
                leave<Step>(); // writers that came in between count on it
                return nullptr;
            }
        }
        Step::at(RingStep::before_head);
    } while (!local_compare_exchange(head, old, start + bytes));

    // From `old` to the end is now this writer's alone.
    Step::at(RingStep::before_pad);
    if (start != old)
        reinterpret_cast<spile_record *>(data + (old & mask))->word =
            (start - old) / 8 << SPILE_RECORD_WORDS_SHIFT;
    return count<Step>(start);
}

// Takes the block at `start` over for start's lap, unless an interrupted or nested
// writer has done so. False: the event is lost, and why is counted.
template <typename Step> bool Lane::enter_block(u64 start)
{
    // All from `committed` on may be half-written by those that this one interrupted.
    if (nest > 1 && start + block_bytes - block_floor(committed) > mask + 1) {
        local_add(commit_overrun, 1);
        return false;
    }
    u32 index = index_of(start);
    u32 lap = lap_of(start);
    u64 state = load_relaxed(states[index]);
    while (state_lap(state) != lap) {
        u32 total = load_relaxed(events[index]);
        u32 lost = total - state_gone(state);
        if (lost && load_relaxed(keep_old)) {
            local_add(dropped, 1);
            return false;
        }
        Step::at(RingStep::before_take);
        if (compare_exchange(states[index], state, lane_state(lap, total))) {
            Step::at(RingStep::taken);
            local_add(overrun, lost);
            return true;
        }
    }
    return true;
}

// Ends a reservation whose record is written.
// Contexts: as reserve(), in the same context. Locks: none. Allocation: none.
template <typename Step> [[gnu::always_inline]] inline void Lane::leave()
{
    Step::at(RingStep::commit);
    compiler_barrier();
    u32 depth = nest;
    if (__builtin_expect(depth > 1, 0)) {
        nest = depth - 1;
        return;
    }
    publish<Step>();
}

template <typename Step> [[gnu::always_inline]] inline void Lane::publish()
{
    for (;;) {
        u64 end = load_relaxed(head);
        Step::at(RingStep::before_publish);
        store_release(committed, end);
        compiler_barrier();
        Step::at(RingStep::published);
        nest = 0;
        compiler_barrier();
        Step::at(RingStep::left);
        // A writer that came after `end` was read, and left before nest became 0,
        // has not published.
        if (__builtin_expect(load_relaxed(head) == end, 1))
            break;
        nest = 1;
        compiler_barrier();
    }
    if (__builtin_expect(load_relaxed(wake), 0))
        wake_readers();
}

[[gnu::noinline, gnu::cold]] inline void Lane::wake_readers()
{
    store_relaxed(wake, 0u);
    if (cookie)
        spile_ring_wake(cookie);
}

// Ends a reservation as if it had not been made. The room is given back where no
// other record was reserved behind it, else it becomes padding.
// Contexts: as reserve(), in the same context. Locks: none. Allocation: none.
template <typename Step> inline void Lane::discard(spile_record *record)
{
    u64 words = record->word >> SPILE_RECORD_WORDS_SHIFT;
    u64 at = static_cast<u64>(reinterpret_cast<u8 *>(record) - data);
    record->word = words << SPILE_RECORD_WORDS_SHIFT;
    local_dec(events[at >> block_shift]);
    u64 end = load_relaxed(head);
    if (((end - words * 8) & mask) == at)
        local_compare_exchange(head, end, end - words * 8);
    leave<Step>();
}

} // namespace spile
