// SPDX-License-Identifier: GPL-2.0
#include "ring/backward_copy.hh"

namespace spile {

namespace {

// A race by design, see SnapshotPart::copy(). `position` and `count` are multiples of 4.
__attribute__((no_sanitize("thread"), noinline)) void copy_words(const BackwardLane &lane,
                                                                 i64 position, u8 *to, u64 count)
{
    u64 mask = lane.control.size - 1;
    u64 from = static_cast<u64>(position) & mask;
    u32 *at = reinterpret_cast<u32 *>(to);
    while (count) {
        u64 run = min(count, mask + 1 - from);
        auto *source = reinterpret_cast<const volatile u32 *>(lane.data() + from);
        for (u64 i = 0; i < run / 4; ++i)
            *at++ = source[i];
        count -= run;
        from = 0;
    }
}

} // namespace

Result<Box<BackwardCopy>> BackwardCopy::create(const BackwardLane &lane)
{
    Box<BackwardCopy> made = TRY(make_box<BackwardCopy>());
    if (!lane.has_memory())
        return made;
    made->bytes_ = static_cast<u8 *>(spile_alloc(lane.control.size));
    if (!made->bytes_)
        return Errno::no_memory;
    return made;
}

bool BackwardCopy::take(const BackwardLane &lane)
{
    count_ = 0;
    if (!bytes_)
        return true;
    i64 start = load_relaxed(lane.control.start);
    i64 from = load_acquire(lane.control.committed);
    if (from >= start)
        return true;
    u64 count = min(static_cast<u64>(start - from), u64{lane.control.size});
    copy_words(lane, from, bytes_, count);
    i64 limit = sound_limit(lane);
    if (limit <= from)
        return false;
    count_ = min(count, static_cast<u64>(limit - from));
    return true;
}

void BackwardCopy::compact()
{
    usize kept = 0;
    BackwardWalk walk = this->walk();
    while (walk.next()) {
        u32 bytes = walk.bytes();
        __builtin_memmove(bytes_ + kept, bytes_ + walk.offset(), bytes);
        kept += bytes;
    }
    count_ = kept;
}

} // namespace spile
