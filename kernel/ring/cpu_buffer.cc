// SPDX-License-Identifier: GPL-2.0
#include "ring/cpu_buffer.hh"

#include "glue/cpus.h"
#include "glue/pages.h"

namespace spile {

CpuBuffer::CpuBuffer(unsigned cpu, void *wake_cookie) : cpu_(cpu)
{
    nothing_.page = &nothing_page_;
    lane_.committing = &nothing_;
    lane_.cookie = wake_cookie;
    lane_.cpu = cpu;
    lane_.closed = 1;
}

CpuBuffer::~CpuBuffer()
{
    if (storage_.buffers)
        for (u32 i = 0; i <= storage_.count; ++i)
            spile_pages_free(storage_.buffers[i].page, storage_.order);
    spile_free(storage_.buffers);
    spile_free(storage_.slots);
}

CpuBuffer::Plan &CpuBuffer::Plan::operator=(Plan &&other)
{
    swap(slots_, other.slots_);
    swap(buffers_, other.buffers_);
    swap(pages_, other.pages_);
    swap(page_count_, other.page_count_);
    swap(wanted_, other.wanted_);
    swap(pages_order_, other.pages_order_);
    return *this;
}

CpuBuffer::Plan::~Plan()
{
    for (u32 i = 0; i < page_count_; ++i)
        spile_pages_free(pages_[i], pages_order_);
    spile_free(pages_);
    spile_free(buffers_);
    spile_free(slots_);
}

Result<CpuBuffer::Plan> CpuBuffer::plan(Geometry wanted) const
{
    Plan plan;
    plan.wanted_ = wanted;
    plan.pages_order_ = wanted.order;
    bool anew = !has_memory() || wanted.order != storage_.order;
    u32 more = anew ? wanted.count + 1 : wanted.count - min(wanted.count, storage_.count);
    // The old pages go back the way that the new ones come.
    u32 fewer = anew ? storage_.count + 1 : storage_.count - min(wanted.count, storage_.count);
    if (!spile_pages_suffice(u64{more} << wanted.order))
        return Errno::no_memory;
    plan.slots_ = static_cast<u64 *>(spile_alloc(wanted.count * sizeof(u64)));
    plan.buffers_ = static_cast<SubBuffer *>(spile_alloc((wanted.count + 1) * sizeof(SubBuffer)));
    plan.pages_ = static_cast<void **>(spile_alloc((max(more, fewer) + 1) * sizeof(void *)));
    if (!plan.slots_ || !plan.buffers_ || !plan.pages_)
        return Errno::no_memory;
    for (; plan.page_count_ < more; ++plan.page_count_) {
        void *page = spile_pages_alloc(wanted.order, cpu_);
        if (!page)
            return Errno::no_memory;
        plan.pages_[plan.page_count_] = page;
    }
    return plan;
}

template <typename Change> void CpuBuffer::without_writers(Change change)
{
    struct Call {
        Lane &lane;
        Change &change;
        static int run(void *context)
        {
            auto &call = *static_cast<Call *>(context);
            Lane &lane = call.lane;
            if (lane.nest)
                return 1;
            // An NMI's writer from here on finds no room, and then that it is closed.
            store_relaxed(lane.closed, 1u);
            store_relaxed(lane.limit, Fill::begin(lane.committed_seq, 0, 0).raw());
            compiler_barrier();
            call.change();
            compiler_barrier();
            store_relaxed(lane.limit, Fill::limit(lane.committed_seq, lane.room).raw());
            store_relaxed(lane.closed, 0u);
            return 0;
        }
    } call{lane_, change};
    if (!has_memory()) { // nobody could write, and its CPU may be on its way up
        Call::run(&call);
        return;
    }
    // A writer that the call interrupts is soon gone.
    while (spile_run_on_cpu(cpu_, Call::run, &call))
        ;
}

void CpuBuffer::apply(Plan plan)
{
    without_writers([&] { change(plan); });
}

void CpuBuffer::reset()
{
    if (has_memory())
        without_writers([&] { end_page(); });
    consumer_.reset(lane_);
    mapping_.set_lost(0);
    show();
}

Result<void> CpuBuffer::map()
{
    if (!has_memory())
        return Errno::no_device;
    TRY(mapping_.add_user(storage_.order, storage_.count + 1, cpu_));
    show();
    return Ok{};
}

void *CpuBuffer::mapped_part(u32 part) const
{
    return part ? static_cast<void *>(storage_.buffers[part - 1].page) : mapping_.page();
}

void CpuBuffer::show()
{
    if (is_mapped())
        mapping_.show(static_cast<u32>(consumer_.buffer() - storage_.buffers),
                      consumer_.read_bytes(), consumer_.stats(lane_));
}

void CpuBuffer::next_for_user()
{
    if (consumer_.peek(lane_)) {
        SubBuffer &at = *consumer_.buffer();
        bool complete = consumer_.is_complete(lane_);
        u32 bytes = consumer_.readable_bytes();
        u64 lost = consumer_.tell_lost();
        // The header is a writer's until the sub-buffer is complete.
        if (!consumer_.read_bytes())
            mapping_.set_lost(lost);
        if (complete && lost)
            put_commit(*at.page, bytes, geometry().room_bytes(), lost);
        EventWalk walk(at.page->data, bytes, consumer_.read_time(), consumer_.read_bytes());
        u32 events = 0;
        while (walk.next())
            ++events;
        consumer_.skip(bytes, events, walk.time());
    }
    show();
}

// What is left of the sub-buffer that head is in becomes padding without a delta.
void CpuBuffer::end_page()
{
    u32 room = lane_.room;
    Fill fill(lane_.head.low);
    SubBuffer &at = *lane_.committing;
    if (fill.words() < room)
        *reinterpret_cast<u32 *>(at.page->data + fill.bytes()) = SPILE_EVENT_PADDING;
    lane_.head.low = Fill::begin(fill.seq(), room, fill.events()).raw();
    lane_.head.high = 0;
    store_release(at.page->commit, u64{room} * 4);
}

void CpuBuffer::change(Plan &plan)
{
    bool anew = !has_memory() || plan.wanted_.order != storage_.order;
    if (anew)
        begin_anew(plan);
    else
        rearrange(plan);
    Storage old = storage_;
    storage_ = {plan.slots_, plan.buffers_, plan.wanted_.count, plan.wanted_.order};
    plan.slots_ = old.slots;
    plan.buffers_ = old.buffers;

    lane_.slots = storage_.slots;
    lane_.buffers = storage_.buffers;
    lane_.count = storage_.count;
    lane_.order = storage_.order;
    lane_.room = geometry().room_bytes() / 4;
}

// Empty, with the plan's pages alone; the old ones go into the plan.
void CpuBuffer::begin_anew(Plan &plan)
{
    u32 count = plan.wanted_.count;
    Fill end(lane_.head.low);
    u32 seq = end.seq() + 1;
    u64 total = lane_.committing->first + end.events();
    for (u32 i = 0; i <= count; ++i) {
        plan.buffers_[i] = SubBuffer{};
        plan.buffers_[i].page = static_cast<spile_page *>(plan.pages_[i]);
        if (i < count)
            plan.slots_[i] = Slot::taken(seq + i - count, i).raw();
    }
    plan.page_count_ = 0;
    plan.pages_order_ = storage_.order;
    if (storage_.buffers)
        for (u32 i = 0; i <= storage_.count; ++i)
            plan.pages_[plan.page_count_++] = storage_.buffers[i].page;

    SubBuffer &first = plan.buffers_[0];
    plan.slots_[0] = Slot::full(seq, 0).raw();
    first.seq = seq;
    first.first = total;
    first.page->time_stamp = lane_.head.high;
    lane_.head.low = Fill::begin(seq, 0, 0).raw();
    lane_.committing = &first;
    store_release(lane_.committed_seq, seq);

    SubBuffer &spare = plan.buffers_[count];
    spare.seq = seq - 1;
    spare.slot = count - 1;
    consumer_.begin(spare, total);
}

// The newest of the old sub-buffers stay, as many as fit, and the reader's.
void CpuBuffer::rearrange(Plan &plan)
{
    u32 old_count = storage_.count;
    u32 count = plan.wanted_.count;
    u32 kept = min(old_count, count);
    u32 committed = lane_.committed_seq;
    u32 oldest_slot = lane_.next_slot(lane_.committing->slot);
    SubBuffer *committing = lane_.committing;
    SubBuffer *reader = consumer_.buffer();

    u32 index = 0;
    u32 gone = 0;
    auto move = [&](SubBuffer &from, u32 slot) {
        SubBuffer &to = plan.buffers_[index];
        to = from;
        to.slot = slot;
        if (&from == committing)
            lane_.committing = &to;
        return index++;
    };
    for (u32 i = 0, slot = oldest_slot; i < old_count; ++i, slot = lane_.next_slot(slot)) {
        Slot old(storage_.slots[slot]);
        SubBuffer &from = storage_.buffers[old.index()];
        if (i < old_count - kept) {
            plan.pages_[gone++] = from.page;
            continue;
        }
        u32 to = i - (old_count - kept);
        u32 at = move(from, to);
        plan.slots_[to] = (old.is_taken() ? Slot::taken(old.seq(), at) : Slot::full(old.seq(), at)).raw();
    }
    // Where the reader's sub-buffer stood, counted back from the committed one.
    u32 back = static_cast<u32>(u64{committed - reader->seq} % count);
    u32 at = move(*reader, (kept - 1 + count - back) % count);
    consumer_.moved(plan.buffers_[at]);
    for (u32 slot = kept, page = 0; slot < count; ++slot, ++page) {
        plan.buffers_[index] = SubBuffer{};
        plan.buffers_[index].page = static_cast<spile_page *>(plan.pages_[page]);
        plan.slots_[slot] = Slot::taken(committed + 1 + (slot - kept) - count, index++).raw();
    }
    plan.page_count_ = gone;
    plan.pages_order_ = storage_.order;
}

} // namespace spile
