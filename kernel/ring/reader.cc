// SPDX-License-Identifier: GPL-2.0
#include "ring/reader.hh"

#include "ring/consumer.hh"

namespace spile {

namespace {

// The snapshot's visitor: it knows that it was overtaken, not by how much.
struct Overtaken {
    bool &overtaken;
    void visit(u32, u32, bool overwritten) { overtaken = overtaken || overwritten; }
    void claimed(u32, u32) {}
};

} // namespace

const Entry *ConsumingReader::peek()
{
    entry_ = Entry();
    bool all = only_ == all_cpus;
    unsigned limit = all ? spile_cpu_limit() : only_ + 1;
    for (unsigned cpu = spile_cpu_next(all ? 0 : only_); cpu < limit; cpu = spile_cpu_next(cpu + 1)) {
        Consumer &consumer = ring_.consumer(cpu);
        const spile_record *record = consumer.peek(ring_.lane(cpu));
        if (record && (!entry_.record || record->time_ns < entry_.record->time_ns))
            entry_ = {record, cpu, consumer.lost()};
    }
    return entry_.record ? &entry_ : nullptr;
}

void ConsumingReader::advance()
{
    if (entry_.record)
        ring_.consumer(entry_.cpu).advance();
    entry_.record = nullptr;
}

Result<Box<SnapshotReader>> SnapshotReader::create(Ring &ring, unsigned cpu)
{
    Box<SnapshotReader> reader = TRY(make_box<SnapshotReader>(ring));
    Locked locked(ring.reader_mutex());
    if (cpu != all_cpus) {
        TRY(reader->add(cpu));
        return reader;
    }
    for (cpu = spile_cpu_next(0); cpu < spile_cpu_limit(); cpu = spile_cpu_next(cpu + 1))
        TRY(reader->add(cpu));
    return reader;
}

Result<void> SnapshotReader::add(unsigned cpu)
{
    Lane &lane = ring_.lane(cpu);
    const Consumer &consumer = ring_.consumer(cpu);
    if (consumer.empty(lane))
        return Ok{};
    Box<Part> part = TRY(make_box<Part>());
    part->cpu = cpu;
    part->stop = load_acquire(lane.committed);
    part->cursor.copy_from(consumer.cursor());
    // What is gone before the walk begins is overrun, not a loss of this reader.
    bool ignored = false;
    if (!part->cursor.left())
        part->cursor.fill(lane, part->stop, Claim::none, Overtaken{ignored});
    TRY(parts_.push(spile::move(part)));
    return Ok{};
}

const Entry *SnapshotReader::peek()
{
    entry_ = Entry();
    current_ = nullptr;
    for (Box<Part> &part : parts_) {
        if (!part->cursor.left())
            part->cursor.fill(ring_.lane(part->cpu), part->stop, Claim::none,
                              Overtaken{part->overtaken});
        const spile_record *record = part->cursor.peek();
        if (record && (!entry_.record || record->time_ns < entry_.record->time_ns)) {
            entry_ = {record, part->cpu, part->overtaken ? lost_unknown : 0};
            current_ = part.get();
        }
    }
    return current_ ? &entry_ : nullptr;
}

void SnapshotReader::advance()
{
    if (!current_)
        return;
    current_->cursor.advance();
    current_->overtaken = false;
    current_ = nullptr;
    entry_.record = nullptr;
}

} // namespace spile
