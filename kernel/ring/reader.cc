// SPDX-License-Identifier: GPL-2.0
#include "ring/reader.hh"

namespace spile {

// Who has the ring in his memory shall see it.
ConsumingReader::~ConsumingReader()
{
    for_each_cpu(only_, [&](unsigned cpu) { ring_.buffer(cpu).show(); });
}

const Entry *EntryReader::peek() { return nullptr; }

void EntryReader::advance() {}

const Entry *ConsumingReader::peek()
{
    entry_ = Entry();
    bool all = only_ == all_cpus;
    unsigned limit = all ? spile_cpu_limit() : only_ + 1;
    for (unsigned cpu = spile_cpu_next(all ? 0 : only_); cpu < limit; cpu = spile_cpu_next(cpu + 1)) {
        Consumer &consumer = ring_.buffer(cpu).consumer();
        const EventWalk *at = consumer.peek(ring_.lane(cpu));
        if (at && (!entry_.record || at->time() < entry_.time_ns))
            entry_ = Entry(*at, cpu, consumer.lost());
    }
    return entry_.record ? &entry_ : nullptr;
}

void ConsumingReader::advance()
{
    if (entry_.record)
        ring_.buffer(entry_.cpu).consumer().advance();
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
    CpuBuffer &buffer = ring_.buffer(cpu);
    if (buffer.consumer().empty(buffer.lane()))
        return Ok{};
    Box<SnapshotPart> part = TRY(make_box<SnapshotPart>(cpu));
    TRY(part->begin(buffer));
    TRY(parts_.push(spile::move(part)));
    return Ok{};
}

const Entry *SnapshotReader::peek()
{
    entry_ = Entry();
    current_ = nullptr;
    for (Box<SnapshotPart> &part : parts_) {
        const EventWalk *at = part->peek(ring_.buffer(part->cpu()), ring_.reader_mutex());
        if (at && (!entry_.record || at->time() < entry_.time_ns)) {
            entry_ = Entry(*at, part->cpu(), part->lost());
            current_ = part.get();
        }
    }
    return current_ ? &entry_ : nullptr;
}

void SnapshotReader::advance()
{
    if (!current_)
        return;
    current_->advance();
    current_ = nullptr;
    entry_.record = nullptr;
}

} // namespace spile
