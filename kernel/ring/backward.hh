// SPDX-License-Identifier: GPL-2.0
// BackwardLane: one CPU's part of a ring that is written from its end down, seen from its
// writers. Documentation/ring-backward.md has the protocol with its proofs; in short:
//
//   head       where the newest reservation begins. Sinks by one local exchange, which is
//              the reservation; rises only when the newest record is taken back
//   committed  from here on up all records are complete. Moved by the outermost writer
//   bottom     how far down a reservation may go without a second look: to where the
//              memory begins, and not into what an interrupted writer may be writing
//   nest       writers inside, one interrupting the other
//
// Memory order. Writers of a lane share a CPU: between them only the compiler must be held
// back. Towards readers: `head` is stored before the bytes of its record (store_barrier()),
// `committed` with release behind them.
#pragma once

#include "arch/local.hh"
#include "base/atomic.hh"
#include "uapi/spile/backward.h"

namespace spile {

// Where a writer may be interrupted. Tests put nested writers there.
enum class BackwardStep : u8 {
    entered,        // nest is up, nothing else done
    timed,          // place and time were looked at, nothing reserved
    reserved,       // reserved, header not written
    bounded,        // reserved beyond `bottom`, which is a new one now
    padded,         // reserved beyond the memory's begin, padding written
    taking_back,    // about to move head back up
    commit,         // written, nest still up
    before_publish, // head was read, nothing published
    published,      // `committed` stored, nest still up
    outside,        // nest is 0, head not looked at again
};

struct NoBackwardSteps {
    static void at(BackwardStep) {}
};

// Lies at the beginning of its memory, the data SPILE_BACKWARD_DATA_OFFSET behind it.
struct alignas(64) BackwardLane {
    spile_backward_control control;

    enum : u32 { max_size = 1u << 30, min_size = 4096 };
    // As `bottom`: every reservation is looked at twice.
    static constexpr i64 no_bottom() { return 0x7fffffffffffffff; }

    // Words of 4 bytes that a record with `payload_bytes` of data takes, header included.
    static constexpr u32 words(u32 payload_bytes)
    {
        return (payload_bytes + 3 + SPILE_BACKWARD_HEADER_BYTES) / 4;
    }

    // Room for a record of `words`; null when the event is lost (counted). On success
    // leave() or discard() must follow. `clock()` gives the time in the ring's unit; it may
    // be asked more than once.
    template <typename Step = NoBackwardSteps, typename Clock>
    void *reserve(u32 words, Clock clock);
    // reserve() in two parts: when the first gives nothing, the second must follow.
    template <typename Step = NoBackwardSteps, typename Clock>
    void *reserve_fast(u32 words, Clock clock);
    template <typename Step = NoBackwardSteps, typename Clock>
    void *reserve_slow(u32 words, Clock clock);
    template <typename Step = NoBackwardSteps> void leave();
    template <typename Step = NoBackwardSteps> void discard(void *payload, u32 words);

    u8 *data() { return reinterpret_cast<u8 *>(this) + SPILE_BACKWARD_DATA_OFFSET; }
    const u8 *data() const { return const_cast<BackwardLane *>(this)->data(); }
    bool has_memory() const { return control.size; }

    // Room for the record [to, to + bytes) was reserved at `now`: where its payload goes.
    void *put(i64 to, u32 bytes, u64 now);

  private:
    u32 offset_of(i64 position) const { return static_cast<u32>(position) & control.writer.mask; }
    u32 &word_at(u32 offset) { return *reinterpret_cast<u32 *>(data() + offset); }
    bool take(i64 &old, i64 to);
    template <typename Step> void done();
    template <typename Step> void *lose(unsigned long long &counter);
    template <typename Step> bool take_back(u32 offset, u32 bytes);
};
static_assert(sizeof(BackwardLane) <= SPILE_BACKWARD_DATA_OFFSET);

// The reservation: moves head from `old`, or says where it is instead.
[[gnu::always_inline]] inline bool BackwardLane::take(i64 &old, i64 to)
{
    return local_compare_exchange(reinterpret_cast<u64 &>(control.head),
                                  reinterpret_cast<u64 &>(old), static_cast<u64>(to));
}

[[gnu::always_inline]] inline void *BackwardLane::put(i64 to, u32 bytes, u64 now)
{
    auto *record = reinterpret_cast<spile_backward_record *>(data() + offset_of(to));
    record->word = bytes;
    record->time = now;
    return &record->entry;
}

// Contexts: task, softirq, IRQ, NMI. Preemption: off. Locks: none. Allocation: none.
template <typename Step, typename Clock>
[[gnu::always_inline]] inline void *BackwardLane::reserve(u32 words, Clock clock)
{
    void *payload = reserve_fast<Step>(words, clock);
    return __builtin_expect(payload != nullptr, 1) ? payload : reserve_slow<Step>(words, clock);
}

// Contract: as reserve().
template <typename Step, typename Clock>
[[gnu::always_inline]] inline void *BackwardLane::reserve_fast(u32 words, Clock clock)
{
    control.writer.nest = control.writer.nest + 1; // whoever interrupts puts back what it found
    compiler_barrier();
    Step::at(BackwardStep::entered);

    i64 old = load_relaxed(control.head);
    i64 to = old - i64{words} * 4;
    u64 now = clock();
    Step::at(BackwardStep::timed);
    if (__builtin_expect(to < load_relaxed(control.writer.bottom), 0) ||
        __builtin_expect(!take(old, to), 0))
        return nullptr;
    Step::at(BackwardStep::reserved);
    store_barrier();
    return put(to, words * 4, now);
}

// Contract: as reserve().
template <typename Step, typename Clock>
[[gnu::noinline]] inline void *BackwardLane::reserve_slow(u32 words, Clock clock)
{
    for (;;) {
        i64 size = static_cast<i64>(control.size);
        u64 bytes = u64{words} * 4;
        if (!size)
            return lose<Step>(control.lost_closed);
        if (load_relaxed(control.paused))
            return lose<Step>(control.lost_paused);
        if (bytes > static_cast<u64>(size))
            return lose<Step>(control.lost_too_large);

        i64 old = load_relaxed(control.head);
        u64 now = clock();
        Step::at(BackwardStep::timed);
        // What is left of the memory below `old`, where the record does not fit, is padding.
        u32 left = offset_of(old);
        u32 padding = left < bytes ? left : 0;
        i64 to = old - padding - static_cast<i64>(bytes);
        // From here on down records may be unfinished. This writer, if none is interrupted,
        // has finished all.
        bool outermost = control.writer.nest == 1;
        i64 open = outermost ? old : load_relaxed(control.committed);
        if (!outermost && open - to > size)
            return lose<Step>(control.lost_nested);
        if (!take(old, to))
            continue;
        Step::at(BackwardStep::reserved);
        store_barrier();
        // Only now: with the old head, it would let others pass the memory's begin.
        i64 begin = to - offset_of(to);
        store_relaxed(control.writer.bottom, max(begin, open - size));
        Step::at(BackwardStep::bounded);
        if (padding) { // where the record fills the memory, its own header follows
            word_at(0) = padding | SPILE_BACKWARD_PADDING;
            Step::at(BackwardStep::padded);
        }
        return put(to, static_cast<u32>(bytes), now);
    }
}

template <typename Step> inline void *BackwardLane::lose(unsigned long long &counter)
{
    local_add(counter, 1);
    done<Step>(); // writers that came in between count on it
    return nullptr;
}

// Ends a reservation whose record is written.
// Contexts: as reserve(), in the same context. Locks: none. Allocation: none.
template <typename Step> [[gnu::always_inline]] inline void BackwardLane::leave()
{
    Step::at(BackwardStep::commit);
    local_add(control.written, 1);
    done<Step>();
}

// The outermost writer publishes, because only it knows that nothing is unfinished.
template <typename Step> [[gnu::always_inline]] inline void BackwardLane::done()
{
    compiler_barrier();
    u32 depth = control.writer.nest;
    if (__builtin_expect(depth > 1, 0)) {
        control.writer.nest = depth - 1;
        return;
    }
    for (;;) {
        i64 end = load_relaxed(control.head);
        Step::at(BackwardStep::before_publish);
        store_release(control.committed, end);
        compiler_barrier();
        Step::at(BackwardStep::published);
        control.writer.nest = 0;
        compiler_barrier();
        Step::at(BackwardStep::outside);
        // A writer that came after `end` was read, and left before nest became 0, has not
        // published.
        if (__builtin_expect(load_relaxed(control.head) == end, 1))
            return;
        control.writer.nest = 1;
        compiler_barrier();
    }
}

// Ends a reservation of `words` as if it had not been made. The room is given back where
// no other record was reserved behind it, else it becomes padding.
// Contexts: as reserve(), in the same context. Locks: none. Allocation: none.
template <typename Step> inline void BackwardLane::discard(void *payload, u32 words)
{
    u32 offset = static_cast<u32>(static_cast<u8 *>(payload) - SPILE_BACKWARD_HEADER_BYTES - data());
    u32 bytes = words * 4;
    if (!take_back<Step>(offset, bytes))
        word_at(offset) = bytes | SPILE_BACKWARD_PADDING;
    local_add(control.discarded, 1);
    done<Step>();
}

// What lies at the memory's end stays. With it, `bottom` went down to the memory's begin, and
// if it went, the record before it could go, too: head would be above the begin, and `bottom`
// let a record pass it.
template <typename Step> inline bool BackwardLane::take_back(u32 offset, u32 bytes)
{
    i64 old = load_relaxed(control.head);
    if (offset_of(old) != offset || offset + bytes == control.size)
        return false;
    // First, so that readers know what the record may have overwritten.
    i64 lowest = load_relaxed(control.lowest);
    while (old < lowest && !local_compare_exchange(reinterpret_cast<u64 &>(control.lowest),
                                                   reinterpret_cast<u64 &>(lowest),
                                                   static_cast<u64>(old)))
        ;
    store_barrier();
    Step::at(BackwardStep::taking_back);
    return take(old, old + bytes);
}

} // namespace spile
