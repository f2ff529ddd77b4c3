// SPDX-License-Identifier: GPL-2.0
// Lane: one CPU's part of a ring, seen from its writers. Documentation/ring.md
// has the protocol with its proofs; in short:
//
//   head           {fill, stamp}: which sub-buffer, how full, time of the last event. Moved
//                  by one local exchange of both words, which is the reservation
//   committed_seq  the sub-buffer that readers may read up to its `commit`; all before it
//                  are complete. Moved by the outermost writer only
//   nest           writers inside, one interrupting the other
//   slots[]        the ring: which sub-buffer stands where, and whose it is
//
// Memory order. Writers of a lane share a CPU: between them only the compiler must be held
// back. Towards readers: `commit` and `committed_seq` are stored with release and loaded
// with acquire. A slot is taken over, or taken away, by a locked exchange of one word.
#pragma once

#include "arch/local.hh"
#include "base/atomic.hh"
#include "glue/ring.h"
#include "ring/event.hh"
#include "ring/fill.hh"
#include "ring/sub_buffer.hh"

namespace spile {

// Of sub-buffers, in the order of entering.
constexpr bool is_before(u32 a, u32 b) { return static_cast<i32>(a - b) < 0; }

// Where a writer may be interrupted. Tests put nested writers there.
enum class RingStep : u8 {
    entered,        // nest is up, nothing else done
    timed,          // time and place were looked at, nothing reserved
    reserved,       // reserved, header not written
    before_take,    // about to take a slot for a new lap
    taken,          // slot taken over, its sub-buffer not prepared
    entering,       // the sub-buffer is prepared, head not moved
    left_behind,    // head is in the new sub-buffer, the old one's totals not written
    commit,         // written, nest still up
    before_publish, // head was read, nothing published
    publishing,     // the next sub-buffer is about to become the committed one
    published,      // `commit` stored, nest still up
    outside,        // nest is 0, head not looked at again
};

struct NoSteps {
    static void at(RingStep) {}
};

struct alignas(64) Lane {
    // One cache line for the hit path.
    U64Pair head; // {Fill, time of the last event}
    // The fullest that the committed sub-buffer can be; for the straight way, empty while it
    // is about to be another.
    u64 limit;
    SubBuffer *committing; // that of committed_seq
    u32 committed_seq;
    u32 nest;
    u32 room; // words of events in a sub-buffer
    u32 wake; // whom the next commit wakes: set by readers about to wait, cleared by the writer
    void *cookie;

    // Sub-buffer crossings and losses.
    u64 *slots;
    SubBuffer *buffers; // count + 1: a reader has one
    u32 count;
    u32 keep_old; // 1: drop new events rather than overwrite unread ones
    u32 closed;   // 1: being rebuilt, or there is no memory: all is dropped
    u32 order;    // a sub-buffer is 4096 << order bytes
    u32 cpu;
    // A reader waits until that sub-buffer is the committed one: bit 32 and its seq, or 0.
    u64 wake_at;
    u64 commit_overrun;
    u64 dropped;
    u64 refused; // larger than a sub-buffer

    // Readers, from any CPU: the next commit shall wake; or the one that makes the sub-buffer
    // of `seq` the committed one. One that runs at this very moment may not.
    void arm(u32 who) { __atomic_fetch_or(&wake, who, __ATOMIC_SEQ_CST); }
    void arm_at(u32 seq);

    u32 buffer_bytes() const { return 4096u << order; }
    u32 next_slot(u32 slot) const { return slot + 1 == count ? 0 : slot + 1; }

    // Room for a record of `words` (event_words()); null when the event is lost (counted).
    // On success leave() or discard() must follow. `clock()` gives the time in the ring's
    // unit; it may be asked more than once.
    template <typename Step = NoSteps, typename Clock> void *reserve(u32 words, Clock clock);
    // reserve() in two parts, for callers that want no call but a tail call beside the
    // straight path: when the first gives nothing, the second must follow.
    template <typename Step = NoSteps, typename Clock> void *reserve_fast(u32 words, Clock clock);
    template <typename Step = NoSteps, typename Clock> void *reserve_slow(u32 words, Clock clock);
    template <typename Step = NoSteps> void leave();
    template <typename Step = NoSteps> void discard(void *payload, u32 words);

  private:
    template <typename Step> bool enter(u32 seq, SubBuffer *&entered, const SubBuffer &from);
    template <typename Step> void publish();
    template <typename Step> void publish_slow();
    template <typename Step> void publish_up_to(u32 seq);
    SubBuffer *find(u32 seq);
    bool lose(u64 &counter);
    void take_back(u32 *event, u32 words);
    void wake_readers();
};

// Contexts: task, softirq, IRQ, NMI. Preemption: off. Locks: none. Allocation: none.
template <typename Step, typename Clock>
[[gnu::always_inline]] inline void *Lane::reserve(u32 words, Clock clock)
{
    void *payload = reserve_fast<Step>(words, clock);
    return __builtin_expect(payload != nullptr, 1) ? payload : reserve_slow<Step>(words, clock);
}

// Contract: as reserve().
template <typename Step, typename Clock>
[[gnu::always_inline]] inline void *Lane::reserve_fast(u32 words, Clock clock)
{
    nest = nest + 1; // whoever interrupts this puts back what it found
    compiler_barrier();
    Step::at(RingStep::entered);

    U64Pair old{load_relaxed(head.low), load_relaxed(head.high)};
    SubBuffer *at = load_relaxed(committing);
    Fill fill(old.low);
    u64 now = clock();
    u64 delta = now - old.high;
    Step::at(RingStep::timed);
    // Past the limit is also whatever lies in a later sub-buffer than the committed one. If
    // that changed since it was looked at, so has head.
    if (__builtin_expect(!fits_delta(delta), 0) ||
        __builtin_expect(fill.plus(words).is_past(Fill(load_relaxed(limit))), 0) ||
        __builtin_expect(!local_compare_exchange(head, old, {fill.plus(words).raw(), now}), 0))
        return nullptr;
    Step::at(RingStep::reserved);
    return put_event(reinterpret_cast<u32 *>(at->page->data + fill.bytes()), words,
                     static_cast<u32>(delta));
}

// Contract: as reserve(). Time that a clock puts before the last event's becomes that
// event's: stamps never go back within a lane.
template <typename Step, typename Clock>
[[gnu::noinline]] inline void *Lane::reserve_slow(u32 words, Clock clock)
{
    for (;;) {
        if (__builtin_expect(load_relaxed(closed), 0)) {
            lose(dropped);
            nest = nest - 1; // there is nothing to publish
            return nullptr;
        }
        if (__builtin_expect(words > room, 0)) {
            lose(refused);
            leave<Step>();
            return nullptr;
        }
        U64Pair old{load_relaxed(head.low), load_relaxed(head.high)};
        Fill fill(old.low);
        SubBuffer *at = find(fill.seq());
        u64 now = clock();
        if (now < old.high)
            now = old.high;
        u64 delta = now - old.high;
        bool first = fill.words() == 0;
        u32 extend = first || fits_delta(delta) ? 0 : time_extend_words;
        Step::at(RingStep::timed);

        if (fill.words() + extend + words <= room) {
            if (!local_compare_exchange(head, old, {fill.plus(extend + words).raw(), now}))
                continue;
            Step::at(RingStep::reserved);
            u32 *to = reinterpret_cast<u32 *>(at->page->data + fill.bytes());
            if (first) {
                store_relaxed(at->page->time_stamp, now);
                delta = 0;
            } else if (extend) { // a delta of its own, see take_back()
                to = put_time_extend(to, delta - 1);
                delta = 1;
            }
            return put_event(to, words, static_cast<u32>(delta));
        }

        SubBuffer *next;
        if (!enter<Step>(fill.seq() + 1, next, *at)) {
            leave<Step>(); // writers that came in between count on it
            return nullptr;
        }
        Step::at(RingStep::entering);
        if (!local_compare_exchange(head, old, {Fill::begin(fill.seq() + 1, words, 1).raw(), now}))
            continue;
        Step::at(RingStep::left_behind);
        // From the exchange on, both are this writer's to describe: nobody else left or
        // entered them, and none of it is published before this writer is done.
        store_relaxed(at->bytes, fill.bytes());
        store_relaxed(at->events, fill.events());
        store_relaxed(next->page->time_stamp, now);
        return put_event(reinterpret_cast<u32 *>(next->page->data), words, 0);
    }
}

// The sub-buffer of `seq`, which head is in or was in just now. Beyond the committed one
// no reader takes anything away: what a slot says stays true.
inline SubBuffer *Lane::find(u32 seq)
{
    SubBuffer *at = load_relaxed(committing);
    u32 slot = at->slot;
    for (u32 steps = seq - at->seq; steps; --steps) {
        slot = next_slot(slot);
        at = &buffers[Slot(load_relaxed(slots[slot])).index()];
    }
    return at;
}

inline bool Lane::lose(u64 &counter)
{
    local_add(counter, 1);
    return false;
}

// Makes the slot behind `from` ready for `seq`, unless an interrupted or nested writer has
// done so. False: the event is lost, and why is counted.
template <typename Step>
inline bool Lane::enter(u32 seq, SubBuffer *&entered, const SubBuffer &from)
{
    // From the committed one on all may be half-written by those that this one interrupted.
    if (seq - load_relaxed(committed_seq) >= count)
        return lose(commit_overrun);
    u32 slot = next_slot(from.slot);
    u64 raw = load_relaxed(slots[slot]);
    while (Slot(raw).seq() != seq) {
        Slot old(raw);
        // What is overwritten here, readers see from the numbers of the events.
        if (!old.is_taken() && buffers[old.index()].events && load_relaxed(keep_old))
            return lose(dropped);
        Step::at(RingStep::before_take);
        if (compare_exchange(slots[slot], raw, Slot::full(seq, old.index()).raw()))
            break;
    }
    Step::at(RingStep::taken);
    // Also where another has done it before: with the same values.
    entered = &buffers[Slot(load_relaxed(slots[slot])).index()];
    store_relaxed(entered->seq, seq);
    entered->slot = slot;
    store_relaxed(entered->page->commit, 0ull);
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

// Straight through where head is still in the committed sub-buffer; what else there is comes
// as a tail call, so that the straight path needs no frame.
template <typename Step> [[gnu::always_inline]] inline void Lane::publish()
{
    Fill end(load_relaxed(head.low));
    Step::at(RingStep::before_publish);
    if (__builtin_expect(end.is_past(Fill(limit)), 0))
        return publish_slow<Step>();
    store_release(committing->page->commit, u64{end.bytes()});
    compiler_barrier();
    Step::at(RingStep::published);
    nest = 0;
    compiler_barrier();
    Step::at(RingStep::outside);
    // A writer that came after `end` was read, and left before nest became 0, has not
    // published.
    if (__builtin_expect(load_relaxed(head.low) != end.raw(), 0)) {
        nest = 1;
        compiler_barrier();
        return publish_slow<Step>();
    }
    if (__builtin_expect(load_relaxed(wake), 0))
        wake_readers();
}

template <typename Step> [[gnu::noinline]] inline void Lane::publish_slow()
{
    Fill end(load_relaxed(head.low));
    Step::at(RingStep::before_publish);
    publish_up_to<Step>(end.seq());
    publish<Step>(); // which comes here only if there is even more
}

// All writers but this one are done: what they left is final.
template <typename Step> inline void Lane::publish_up_to(u32 seq)
{
    store_relaxed(limit, Fill::begin(committed_seq, 0, 0).raw());
    compiler_barrier();
    while (committed_seq != seq) {
        SubBuffer &done = *committing;
        store_release(done.page->commit, u64{done.bytes});
        SubBuffer &next = buffers[Slot(load_relaxed(slots[next_slot(done.slot)])).index()];
        store_relaxed(next.first, done.first + done.events);
        Step::at(RingStep::publishing);
        store_relaxed(committing, &next);
        store_release(committed_seq, done.seq + 1);
    }
    compiler_barrier();
    store_relaxed(limit, Fill::limit(seq, room).raw());
    u64 at = load_relaxed(wake_at);
    while (at && !is_before(seq, static_cast<u32>(at))) {
        if (compare_exchange(wake_at, at, u64{0})) {
            arm(SPILE_WAKE_CPU);
            break;
        }
    }
}

// Of several readers the first one's counts: awake, the others ask again.
inline void Lane::arm_at(u32 seq)
{
    u64 now = load_relaxed(wake_at);
    while (!now || is_before(seq, static_cast<u32>(now)))
        if (compare_exchange(wake_at, now, u64{1} << 32 | seq))
            break;
}

[[gnu::noinline]] inline void Lane::wake_readers()
{
    u32 who = __atomic_exchange_n(&wake, 0u, __ATOMIC_RELAXED);
    if (cookie)
        spile_ring_wake(cookie, cpu, who);
}

// Ends a reservation of `words` as if it had not been made. The room is given back where
// no other record was reserved behind it, else it becomes padding.
// Contexts: as reserve(), in the same context. Locks: none. Allocation: none.
template <typename Step> inline void Lane::discard(void *payload, u32 words)
{
    take_back(static_cast<u32 *>(payload) - (words <= max_small_words ? 1 : 2), words);
    leave<Step>();
}

inline void Lane::take_back(u32 *event, u32 words)
{
    uptr page = reinterpret_cast<uptr>(event) & ~(uptr{buffer_bytes()} - 1);
    u32 end = static_cast<u32>((reinterpret_cast<uptr>(event + words) - page -
                                SPILE_PAGE_HEADER_BYTES) / 4);
    for (;;) {
        U64Pair old{load_relaxed(head.low), load_relaxed(head.high)};
        Fill fill(old.low);
        SubBuffer *at = find(fill.seq());
        if (reinterpret_cast<uptr>(at->page) != page) { // nested writers went on to others
            for (at = committing; reinterpret_cast<uptr>(at->page) != page;)
                at = find(at->seq + 1);
            local_dec(at->events);
            break;
        }
        bool last = fill.words() == end;
        U64Pair back{fill.minus_event().raw(), old.high};
        if (last)
            back = {fill.minus(words).raw(), old.high - (*event >> SPILE_EVENT_TYPE_BITS)};
        if (!local_compare_exchange(head, old, back))
            continue;
        if (last)
            return;
        break;
    }
    // Padding must have a delta (0 would end the page); that of a page's first is its time's.
    // Where two records bear the same time, it adds 1 to those behind, as in the kernel.
    auto *header = reinterpret_cast<spile_page *>(page);
    bool first = reinterpret_cast<uptr>(event) == page + SPILE_PAGE_HEADER_BYTES;
    if (first && !(*event >> SPILE_EVENT_TYPE_BITS))
        store_relaxed(header->time_stamp, header->time_stamp - 1);
    put_discarded(event, words);
}

} // namespace spile
