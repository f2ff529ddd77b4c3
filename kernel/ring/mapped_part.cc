// SPDX-License-Identifier: GPL-2.0
#include "ring/mapped_part.hh"

namespace spile {

Result<MappedPart> MappedPart::create(Ring &ring, unsigned cpu)
{
    Locked locked(ring.reader_mutex());
    TRY(ring.buffer(cpu).map());
    return MappedPart(ring, cpu);
}

MappedPart::~MappedPart()
{
    if (!ring_)
        return;
    Locked locked(ring_->reader_mutex());
    buffer_->unmap();
}

void MappedPart::next()
{
    Locked locked(ring_->reader_mutex());
    buffer_->next_for_user();
}

} // namespace spile
