// SPDX-License-Identifier: GPL-2.0
// per_cpu/cpuN/trace_backward: a CPU's part of a ring that is written backward, newest record
// first, as include/uapi/spile/backward.h lays it out. Not in tracefs.
#include "files.hh"

#include "ring/backward_copy.hh"

namespace spile {

namespace {

// While it is open the direction stays.
class Session final : public OpenFile {
  public:
    Session(BackwardUse ring, unsigned cpu) : ring_(spile::move(ring)), cpu_(cpu) {}

    // What was there when the content was read from its start.
    Result<usize> read(Span<char> to, u64 at) override
    {
        if (!at || !copy_) {
            copy_ = TRY(ring_->copy(cpu_));
            copy_->compact();
        }
        Span<const u8> bytes = copy_->bytes();
        if (at >= bytes.size())
            return usize{0};
        usize count = min(to.size(), bytes.size() - static_cast<usize>(at));
        __builtin_memcpy(to.data(), bytes.data() + at, count);
        return count;
    }

  private:
    BackwardUse ring_;
    unsigned cpu_;
    Box<BackwardCopy> copy_;
};

class TraceBackward final : public File {
  public:
    TraceBackward(Instance &instance, unsigned cpu) : instance_(instance), cpu_(cpu) {}

    Result<Box<OpenFile>> open(OpenMode) override
    {
        BackwardUse ring = instance_.target().buffers().use_backward();
        if (!ring) {
            instance_.errors().add("trace_backward",
                                   "The ring is written forward (see buffer_direction)",
                                   "trace_backward", 0);
            return Errno::not_supported;
        }
        return Box<OpenFile>(TRY(make_box<Session>(spile::move(ring), cpu_)));
    }

  private:
    Instance &instance_;
    unsigned cpu_;
};

} // namespace

Result<Box<File>> make_trace_backward_of(const CpuOfInstance &of)
{
    return Box<File>(TRY(make_box<TraceBackward>(of.instance, of.cpu)));
}

} // namespace spile
