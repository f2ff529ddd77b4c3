// SPDX-License-Identifier: GPL-2.0
// PageReader: records as pages, in the format of a sub-buffer (uapi/spile/page.h). What
// it gives is gone from the ring.
#pragma once

#include "ring/page_memory.hh"
#include "ring/ring.hh"

namespace spile {

enum class PageKind : u8 {
    any,      // what is there, also of a sub-buffer that is being written
    complete, // a sub-buffer that writers have left, or what is unread of it, to its end
};

// A short-lived object: it holds the ring's reader mutex.
class PageReader {
  public:
    PageReader(Ring &ring, unsigned cpu)
        : buffer_(ring.buffer(cpu)), locked_(ring.reader_mutex())
    {
    }

    // The oldest records, as many as fit into `room` bytes, the header among them. `page`
    // is filled with them, or exchanged for the sub-buffer's own memory: when that is
    // complete and unread, has room, and is mapped nowhere. `page` may be empty or of
    // another size. It says how many records were lost before its first.
    // Errors: again (there is none), invalid (not even one record has room), no_memory.
    Result<void> read(PageMemory &page, u32 room, PageKind kind);

    // For who is about to sleep on the CPU's own queue, as Ring::arm_wake(): until there is
    // something that read() gives and `percent` of the sub-buffers are full; the one that
    // is being written counts, a reader's does not. True: that is not so yet.
    bool arm(u32 percent, PageKind kind);

  private:
    bool is_filled(u32 percent, PageKind kind);
    Result<void> copy(PageMemory &page, u32 room, u32 unread);

    CpuBuffer &buffer_;
    Locked locked_;
};

} // namespace spile
