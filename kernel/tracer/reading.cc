// SPDX-License-Identifier: GPL-2.0
#include "tracer/reading.hh"

#include "ring/backward_reader.hh"

namespace spile {

namespace {

// A forward ring is read where it stands.
class ForwardReader final : public EntryReader {
  public:
    ForwardReader(RingUse ring, Box<SnapshotReader> reader)
        : ring_(spile::move(ring)), reader_(spile::move(reader))
    {
    }
    const Entry *peek() override { return reader_->peek(); }
    void advance() override { reader_->advance(); }

  private:
    RingUse ring_;
    Box<SnapshotReader> reader_;
};

} // namespace

Result<Box<EntryReader>> read_trace(TraceBuffers &buffers, Which which, unsigned cpu)
{
    if (BackwardUse backward = buffers.use_backward(); backward && which == Which::live)
        return Box<EntryReader>(TRY(BackwardReader::create(*backward, cpu)));
    RingUse ring = buffers.use(which);
    if (!ring)
        return Errno::not_found;
    Box<SnapshotReader> reader = TRY(SnapshotReader::create(*ring, cpu));
    return Box<EntryReader>(
        TRY(make_box<ForwardReader>(spile::move(ring), spile::move(reader))));
}

} // namespace spile
