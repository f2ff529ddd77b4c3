// SPDX-License-Identifier: GPL-2.0
// Mapping: what users of a CPU's part see who have it in their memory: a page that
// describes it, in front of its sub-buffers. Layout: uapi/spile/mapping.h.
#pragma once

#include "ring/page_memory.hh"
#include "ring/stats.hh"
#include "uapi/spile/mapping.h"

namespace spile {

class Mapping {
  public:
    u32 users() const { return users_; }
    // The first one brings the page. Errors: no_memory.
    Result<void> add_user(u32 order, u32 sub_buffers, unsigned cpu);
    // The last one takes it away; who still has it in his memory keeps it until then.
    void remove_user();

    void *page() const { return page_.get(); }
    // Events lost before the first in the reader's sub-buffer.
    void set_lost(u64 events);
    void show(u32 reader, u32 read_bytes, const RingStats &stats);

  private:
    spile_ring_meta &meta() { return *reinterpret_cast<spile_ring_meta *>(page_.get()); }
    PageMemory page_; // as large as a sub-buffer
    u32 users_ = 0;
};

} // namespace spile
