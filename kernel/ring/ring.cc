// SPDX-License-Identifier: GPL-2.0
#include "ring/ring.hh"

#include "ring/consumer.hh"

namespace spile {

namespace {

// A block is taken over before `head` enters it. With one block that would be the very
// block that a nested writer may still put a small record into, in the old lap.
constexpr u32 min_blocks = 2;
constexpr u32 max_blocks = 1u << 20; // 4 GB

template <typename Each> void for_each_cpu(unsigned cpu, Each each)
{
    if (cpu != all_cpus) {
        each(cpu);
        return;
    }
    for (cpu = spile_cpu_next(0); cpu < spile_cpu_limit(); cpu = spile_cpu_next(cpu + 1))
        each(cpu);
}

} // namespace

Ring::Ring(u32 blocks, void *cookie) : blocks_(blocks), cookie_(cookie) {}

Result<Box<Ring>> Ring::create(u32 blocks_per_cpu, void *wake_cookie)
{
    if (!blocks_per_cpu || blocks_per_cpu > max_blocks)
        return Errno::invalid;
    u32 blocks = min_blocks;
    while (blocks < blocks_per_cpu)
        blocks *= 2;
    Box<Ring> ring = TRY(make_box<Ring>(blocks, wake_cookie));
    TRY(ring->allocate());
    return ring;
}

Result<void> Ring::allocate()
{
    lanes_ = static_cast<Lane *>(spile_alloc_percpu(sizeof(Lane), alignof(Lane)));
    if (!lanes_)
        return Errno::no_memory;
    unsigned limit = spile_cpu_limit();
    TRY(consumers_.reserve(limit));
    for (unsigned cpu = 0; cpu < limit; ++cpu)
        consumers_.push_reserved(Box<Consumer>());
    for (unsigned cpu = spile_cpu_next(0); cpu < limit; cpu = spile_cpu_next(cpu + 1))
        TRY(allocate_cpu(cpu));
    return Ok{};
}

Result<void> Ring::allocate_cpu(unsigned cpu)
{
    Lane &lane = this->lane(cpu); // zeroed
    lane.data = static_cast<u8 *>(spile_alloc(bytes_per_cpu()));
    lane.states = static_cast<u64 *>(spile_alloc(blocks_ * sizeof(u64)));
    lane.events = static_cast<u32 *>(spile_alloc(blocks_ * sizeof(u32)));
    if (!lane.data || !lane.states || !lane.events)
        return Errno::no_memory; // ~Ring() frees what there is
    lane.mask = bytes_per_cpu() - 1;
    lane.lap_shift = static_cast<u32>(__builtin_ctzll(bytes_per_cpu()));
    lane.cookie = cookie_;
    Box<Consumer> consumer = TRY(make_box<Consumer>());
    TRY(consumer->prepare(blocks_));
    consumers_[cpu] = spile::move(consumer);
    return Ok{};
}

Ring::~Ring()
{
    if (!lanes_)
        return;
    for_each_cpu(all_cpus, [&](unsigned cpu) {
        spile_free(lane(cpu).data);
        spile_free(lane(cpu).states);
        spile_free(lane(cpu).events);
    });
    spile_free_percpu(lanes_);
}

Lane &Ring::lane(unsigned cpu) { return lane_at(spile_cpu_offset(cpu)); }

// Contract: as write_function(); follows reserve_fast().
bool Ring::write_function_slow(Lane &lane, u64 context, u64 time_ns, u64 ip, u64 parent_ip)
{
    spile_record *record =
        lane.reserve_slow(sizeof(spile_record) + sizeof(spile_record_function));
    if (!record)
        return false;
    fill_function(record, context, time_ns, ip, parent_ip);
    lane.leave();
    return true;
}

void Ring::set_when_full(WhenFull mode)
{
    when_full_ = mode;
    for_each_cpu(all_cpus,
                 [&](unsigned cpu) { store_relaxed(lane(cpu).keep_old, mode == WhenFull::drop); });
}

RingStats Ring::stats(unsigned cpu)
{
    Locked locked(reader_mutex_);
    RingStats sum;
    for_each_cpu(cpu, [&](unsigned each) {
        RingStats one = consumers_[each]->stats(lane(each));
        sum.entries += one.entries;
        sum.written += one.written;
        sum.overrun += one.overrun;
        sum.commit_overrun += one.commit_overrun;
        sum.dropped += one.dropped;
        sum.refused += one.refused;
        sum.read += one.read;
        sum.bytes += one.bytes;
        if (one.oldest_ns && (!sum.oldest_ns || one.oldest_ns < sum.oldest_ns))
            sum.oldest_ns = one.oldest_ns;
        sum.now_ns = one.now_ns;
    });
    return sum;
}

bool Ring::empty(unsigned cpu)
{
    Locked locked(reader_mutex_);
    bool empty = true;
    for_each_cpu(cpu,
                 [&](unsigned each) { empty = empty && consumers_[each]->empty(lane(each)); });
    return empty;
}

void Ring::reset(unsigned cpu)
{
    Locked locked(reader_mutex_);
    for_each_cpu(cpu, [&](unsigned each) { consumers_[each]->reset(lane(each)); });
}

bool Ring::arm_wake(unsigned cpu)
{
    // The exchange is a full barrier: the flag is out before `committed` is looked at.
    for_each_cpu(cpu, [&](unsigned each) {
        __atomic_exchange_n(&lane(each).wake, 1u, __ATOMIC_SEQ_CST);
    });
    return empty(cpu);
}

} // namespace spile
