// SPDX-License-Identifier: GPL-2.0
// MappedPart: a CPU's part of a ring while somebody has it in his memory. Until the last
// goes, the part keeps its size, and its sub-buffers their memory.
#pragma once

#include "ring/ring.hh"

namespace spile {

class MappedPart {
  public:
    MappedPart() = default;
    // Errors: no_device (the CPU was never online), no_memory.
    static Result<MappedPart> create(Ring &ring, unsigned cpu);
    MappedPart(MappedPart &&other) : ring_(other.ring_), buffer_(other.buffer_)
    {
        other.ring_ = nullptr;
    }
    MappedPart &operator=(MappedPart &&other)
    {
        swap(ring_, other.ring_);
        swap(buffer_, other.buffer_);
        return *this;
    }
    ~MappedPart();
    explicit operator bool() const { return ring_; }

    // add(memory) for each of `count` pages of 4096 bytes, from `first` on.
    // Errors: invalid (there are not so many, or `first` is inside a sub-buffer), add()'s.
    template <typename Add> Result<void> each_page(u64 first, u64 count, Add add) const
    {
        u32 order = buffer_->geometry().order;
        u64 pages = u64{buffer_->mapped_parts()} << order;
        u64 within = (u64{1} << order) - 1;
        if (!count || first & within || first >= pages || count > pages - first)
            return Errno::invalid;
        for (u64 at = first; at < first + count; ++at) {
            auto *part = static_cast<u8 *>(buffer_->mapped_part(static_cast<u32>(at >> order)));
            TRY(add(part + (at & within) * 4096));
        }
        return Ok{};
    }
    // CpuBuffer::next_for_user(), for any of its users.
    void next();

  private:
    MappedPart(Ring &ring, unsigned cpu) : ring_(&ring), buffer_(&ring.buffer(cpu)) {}
    Ring *ring_ = nullptr;
    CpuBuffer *buffer_ = nullptr;
};

} // namespace spile
