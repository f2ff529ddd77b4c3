// SPDX-License-Identifier: GPL-2.0
#include "ring/backward_reader.hh"

namespace spile {

Result<Box<BackwardReader>> BackwardReader::create(BackwardRing &ring, unsigned only)
{
    Box<BackwardReader> reader = TRY(make_box<BackwardReader>());
    Result<void> added = Ok{};
    for_each_cpu(only, [&](unsigned cpu) {
        if (added)
            added = reader->add(ring, cpu);
    });
    if (!added)
        return added.error();
    return reader;
}

Result<void> BackwardReader::add(BackwardRing &ring, unsigned cpu)
{
    Part part{cpu, TRY(ring.copy(cpu)), {}};
    usize count = 0;
    for (BackwardWalk walk = part.copy->walk(); walk.next();)
        ++count;
    if (!count)
        return Ok{};
    TRY(part.records.reserve(count));
    for (BackwardWalk walk = part.copy->walk(); walk.next();)
        part.records.push_reserved(static_cast<u32>(walk.offset()));
    return parts_.push(spile::move(part));
}

const spile_backward_record &BackwardReader::Part::next() const
{
    u32 offset = records[records.size() - 1];
    return *reinterpret_cast<const spile_backward_record *>(copy->bytes().data() + offset);
}

const Entry *BackwardReader::peek()
{
    entry_ = Entry();
    current_ = nullptr;
    for (Part &part : parts_) {
        if (!part.has_next())
            continue;
        const spile_backward_record &record = part.next();
        if (current_ && record.time >= entry_.time_ns)
            continue;
        u32 bytes = (record.word & SPILE_BACKWARD_BYTES_MASK) - SPILE_BACKWARD_HEADER_BYTES;
        entry_ = Entry(&record.entry, bytes, record.time, part.cpu);
        current_ = &part;
    }
    return current_ ? &entry_ : nullptr;
}

void BackwardReader::advance()
{
    if (current_)
        current_->records.pop();
    current_ = nullptr;
    entry_.record = nullptr;
}

} // namespace spile
