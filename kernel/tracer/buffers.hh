// SPDX-License-Identifier: GPL-2.0
// TraceBuffers: an instance's rings and their sizes: the live one, that writers use, and
// when there is one, that of the snapshot. A snapshot exchanges the two. While the instance
// records backward, its writers use a ring of that kind instead.
#pragma once

#include "base/mutex.hh"
#include "ring/backward_ring.hh"
#include "ring/direction.hh"
#include "ring/ring.hh"

namespace spile {

class TraceBuffers;

// A ring that stays while somebody reads it.
class [[nodiscard]] RingUse {
  public:
    RingUse() = default;
    RingUse(RingUse &&other) : of_(other.of_), ring_(other.ring_) { other.ring_ = nullptr; }
    RingUse &operator=(RingUse &&other)
    {
        swap(of_, other.of_);
        swap(ring_, other.ring_);
        return *this;
    }
    ~RingUse();
    explicit operator bool() const { return ring_; }
    Ring &operator*() const { return *ring_; }
    Ring *operator->() const { return ring_; }

  private:
    friend class TraceBuffers;
    RingUse(TraceBuffers &of, Ring *ring) : of_(&of), ring_(ring) {}
    TraceBuffers *of_ = nullptr;
    Ring *ring_ = nullptr;
};

// The live ring, which stays that: no snapshot is taken meanwhile.
class [[nodiscard]] LiveRing {
  public:
    LiveRing() = default;
    explicit LiveRing(TraceBuffers &of);
    LiveRing(LiveRing &&other) : of_(other.of_), ring_(spile::move(other.ring_))
    {
        other.of_ = nullptr;
    }
    LiveRing &operator=(LiveRing &&other)
    {
        swap(of_, other.of_);
        swap(ring_, other.ring_);
        return *this;
    }
    ~LiveRing();
    Ring &operator*() const { return *ring_; }

  private:
    TraceBuffers *of_ = nullptr;
    RingUse ring_;
};

// A backward ring that stays while somebody reads it.
class [[nodiscard]] BackwardUse {
  public:
    BackwardUse() = default;
    BackwardUse(BackwardUse &&other) : of_(other.of_) { other.of_ = nullptr; }
    BackwardUse &operator=(BackwardUse &&other)
    {
        swap(of_, other.of_);
        return *this;
    }
    ~BackwardUse();
    explicit operator bool() const { return of_; }
    BackwardRing &operator*() const;
    BackwardRing *operator->() const { return &**this; }

  private:
    friend class TraceBuffers;
    explicit BackwardUse(TraceBuffers &of) : of_(&of) {}
    TraceBuffers *of_ = nullptr;
};

enum class Which : u8 { live, snapshot };

class TraceBuffers {
  public:
    // The publisher is told of the backward lanes. Errors: no_memory.
    static Result<Box<TraceBuffers>> create(u64 kb_per_cpu, void *wake_cookie,
                                            LanePublisher publisher = {});
    ~TraceBuffers() = default;
    TraceBuffers(const TraceBuffers &) = delete;
    TraceBuffers &operator=(const TraceBuffers &) = delete;

    // Empty for a snapshot that is not there.
    RingUse use(Which which = Which::live);
    // The live one, for whoever knows that no snapshot is freed meanwhile.
    Ring &live() { return *rings_[load_acquire(live_)]; }

    // Any context.
    Direction direction() const { return load_acquire(direction_); }
    // Empties the trace. Nothing may record now but what asks direction() at each record, with
    // preemption off. Errors: no_memory, busy (there is a snapshot, or somebody reads the
    // backward ring).
    Result<void> set_direction(Direction direction);
    // Empty while the direction is forward.
    BackwardUse use_backward();

    // KB of events for a CPU, as they were asked for; of all: all_cpus. Both rings follow,
    // and on failure nothing has changed. A backward ring takes the power of two below, and
    // is empty then. Errors: invalid (0), no_memory, busy (mapped, or somebody
    // reads the backward ring).
    u64 size_kb(unsigned cpu) const { return load_relaxed(sizes_kb_[cpu]); }
    bool sizes_are_equal() const;
    Result<void> set_size_kb(unsigned cpu, u64 kb);
    // Sub-buffers of 4, 8 .. 512 KB; rounded up. Empties both rings. Errors: as above, and
    // not_supported while the direction is backward.
    u32 sub_buffer_kb() const { return 4u << load_relaxed(order_); }
    Result<void> set_sub_buffer_kb(u64 kb);

    void set_when_full(WhenFull mode);

    // How full a CPU's part must be to wake who waits for it: 0..100.
    u32 percent() const { return load_relaxed(percent_); }
    void set_percent(u32 percent) { store_relaxed(percent_, percent); }

    // --- The snapshot.
    bool has_snapshot() const { return load_acquire(has_snapshot_); }
    // Errors: no_memory.
    Result<void> allocate_snapshot();
    // Errors: busy (somebody reads it).
    Result<void> free_snapshot();
    // The live ring becomes that of the snapshot and the other the live one; then
    // `publish(live)` tells the writers. False: there is none, or another is at it, or a
    // LiveRing is there.
    // Contexts: any, NMI included; preemption off. Locks: none. Allocation: none.
    template <typename Publish> bool exchange(Publish publish);

  private:
    friend class RingUse;
    friend class LiveRing;
    friend class BackwardUse;
    TraceBuffers(void *cookie, LanePublisher publisher) : cookie_(cookie), publisher_(publisher) {}
    template <typename T, typename... Args> friend Result<Box<T>> make_box(Args &&...args);
    Result<void> begin(u64 kb);
    u32 count_for(u64 kb, u32 order) const;
    Result<void> resize_forward(unsigned cpu, u64 kb);
    Result<void> resize_backward(unsigned cpu, u64 kb);
    Result<Box<BackwardRing>> make_backward(unsigned cpu, u64 kb) const;
    Result<void> begin_backward();
    Result<void> begin_forward();
    Ring *snapshot() const { return rings_[!load_acquire(live_)].get(); }

    Mutex mutex_{"spile trace buffers"};
    void *cookie_;
    LanePublisher publisher_;
    Direction direction_ = Direction::forward;
    Box<BackwardRing> backward_; // there while the direction is backward
    u32 backward_users_ = 0;
    Box<Ring> rings_[2];
    u32 users_[2] = {};
    u32 live_ = 0;
    u32 has_snapshot_ = 0;
    u32 exchanging_ = 0;
    u32 live_holders_ = 0;
    Vec<u64> sizes_kb_; // by CPU
    u32 order_ = 0;
    u32 percent_ = 50;
    WhenFull when_full_ = WhenFull::overwrite;
};

template <typename Publish> bool TraceBuffers::exchange(Publish publish)
{
    if (!has_snapshot() || __atomic_exchange_n(&exchanging_, 1u, __ATOMIC_SEQ_CST))
        return false;
    if (load_relaxed(live_holders_)) { // who comes later waits for the end of this
        store_release(exchanging_, 0u);
        return false;
    }
    u32 next = !load_relaxed(live_);
    store_release(live_, next);
    publish(*rings_[next]);
    store_release(exchanging_, 0u);
    return true;
}

} // namespace spile
